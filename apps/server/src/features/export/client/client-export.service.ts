import { AppError, type EXPORT_READS, type ExportFormat, type JobState, SOURCE_LOCALE } from '@backcounter/domain';
import { asExporter } from '../../../audit/roles-now.ts';
import { type RequestContext, requireScope } from '../../../graphql/request-context.ts';
import type { JobKind } from '../../../jobs/job-definition.ts';
import { noColumn } from '../../../listing/list-export.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { outOfBounds } from '../../../references/client-bounds.ts';
import type { ExportLists } from '../export.job.ts';
import { checkExport, enqueueExport } from '../export.service.ts';
import type { ExportParams } from '../export-params.ts';

type Read = (typeof EXPORT_READS)[number];

/** Columns that a program may export, by list and the scope that each needs: no names of staff and none of their texts. */
export const CLIENT_COLUMNS = {
  ACCOUNTS: {
    'account.read':
      'id number firebaseId countryCode areaCode state suspendedUntil badges pushConsent emailVerified locale timezone lastSeenAt createdAt updatedAt',
    'account.read-contact': 'displayName email phone birthDate',
    'points.read': 'points',
  },
  POINTS_ENTRIES: {
    'points.read':
      'seq occurredAt recordedAt code delta balanceAfter referenceType referenceId reversalOf transferId hash',
  },
} as const satisfies Record<string, Partial<Record<Read, string>>>;

/** A list that programs may export. */
export type ClientList = keyof typeof CLIENT_COLUMNS;

/** An export of the calling program. */
export interface ClientExport {
  readonly id: string;
  readonly state: JobState;
  readonly rows: number;
  readonly errorCode: string | null;
  readonly expiresAt: Date | null;
}

/** Input for an export of a program. */
export interface RunExport {
  readonly list: ClientList;
  readonly format: ExportFormat;
  readonly columns: readonly string[];
  readonly filter?: unknown;
  readonly timeZone?: string | null | undefined;
}

/** Starts an export with the rights of the program's scopes. @throws AppError as `checkExport` and `enqueueExport` */
export async function runExport(
  context: RequestContext,
  lists: ExportLists,
  job: JobKind<ExportParams>,
  { list, format, columns, filter, timeZone }: RunExport,
): Promise<ClientExport> {
  const { caller } = context;
  if (caller.kind !== 'machine') throw new AppError('access.denied');
  // Lists are not divided by stores and countries.
  if (caller.bounds?.hasPlace === true) throw outOfBounds('list');
  const table = Object.entries(CLIENT_COLUMNS[list]) as [Read, string][];
  const reads = columns.map((key) => {
    const [scope] = table.find(([, keys]) => keys.split(' ').includes(key)) ?? [];
    if (scope === undefined) throw noColumn();
    requireScope(caller, scope);
    return scope;
  });
  const own = { ...context, caller: asExporter(caller) };
  const params = await checkExport(own, lists, {
    ...{ list, format, locale: SOURCE_LOCALE, timeZone: timeZone ?? 'UTC', selection: { filter } },
    columns: columns.map((key) => ({ key })),
  });
  return readExport(context, await enqueueExport(own, job, { ...params, reads: [...new Set(reads)] }));
}

/** An export that the calling program started. @throws AppError `record.not-found` */
export async function readExport({ db, caller, now }: RequestContext, id: string): Promise<ClientExport> {
  const found = isUuid(id)
    ? await db
        .selectFrom('job')
        .select(['id', 'state', 'done', 'error_code as errorCode', 'result_expires_at as expiresAt'])
        .where('id', '=', id)
        .where('is_of_client', '=', true)
        .where('requested_by', '=', caller.sub)
        .executeTakeFirst()
    : undefined;
  if (found === undefined) throw new AppError('record.not-found', { message: 'There is no such export.' });
  const { done, expiresAt, ...rest } = found;
  return { ...rest, rows: Number(done), expiresAt: expiresAt !== null && expiresAt > now ? expiresAt : null };
}
