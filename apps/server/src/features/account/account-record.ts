import { type AccountState, AppError, type accountRecord, type RecordValues } from '@backcounter/domain';
import type { RequestContext } from '../../graphql/request-context.ts';
import type { StaffRef } from '../../graphql/schema/builder.ts';
import type { Selection } from '../../graphql/schema/selection.ts';
import type { Stamped } from '../../graphql/schema/shared-fields.ts';
import { columnsAsked } from '../../listing/list-columns.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import type { Area, Country } from '../../references/reference-data.ts';
import { accountListFor } from './account.list.ts';
import type { AccountMatch } from './search/account-search.ts';

/** The requested columns of an account, named as the API's fields. */
export interface AccountRow extends RecordValues<typeof accountRecord>, Stamped {
  readonly id: string;
  readonly number: number;
  readonly isContactMasked: boolean;
  readonly emailVerified: boolean;
  readonly firebaseId: string | null;
  readonly card: string | null;
  readonly hasPicture: boolean;
  readonly pushConsentAt: string | null;
  readonly state: AccountState;
  readonly stateReason: string | null;
  readonly stateChangedAt: string;
  readonly suspendedUntil: string | null;
  readonly privacyRequestedAt: string | null;
  readonly badgeCount: number;
  readonly matchedOn?: AccountMatch;
  readonly lastSeenAt: string | null;
  readonly points: number;
  country: Country;
  area: Area | null;
  updatedBy: StaffRef | null;
}

/**
 * One account with the requested columns, or null.
 * @throws AppError as a list does
 */
export async function findAccount(
  context: RequestContext,
  id: string,
  selection: Selection,
): Promise<AccountRow | null> {
  if (!isUuid(id)) return null;
  const definition = accountListFor(context.caller);
  const { columns, joins } = columnsAsked(definition, selection);
  const [row] = await context.sql.rows<AccountRow>(
    statementFor(`select ${columns} from ${definition.from}${joins} where a.id = $1::uuid`),
    [id],
    { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS },
  );
  if (row === undefined) return null;
  await addReferences(context, [row], selection);
  return row;
}

/**
 * One account with the requested columns.
 * @throws AppError `record.not-found`, and as a list does
 */
export async function readAccount(context: RequestContext, id: string, selection: Selection): Promise<AccountRow> {
  const row = await findAccount(context, id, selection);
  if (row === null) throw accountNotFound();
  return row;
}

/** The same error for an account that doesn't exist and for one that the caller may not see. */
export function accountNotFound(): AppError {
  return new AppError('record.not-found', { message: 'There is no such account.' });
}

/** Adds country, area and editor to rows if they were requested. */
export async function addReferences(
  context: RequestContext,
  rows: readonly AccountRow[],
  selection: Selection,
): Promise<void> {
  const { referenceData } = context.services;
  const wantsCountry = selection['country'] !== undefined;
  const wantsArea = selection['area'] !== undefined;
  const wantsEditor = selection['updatedBy'] !== undefined;
  if (wantsEditor) {
    for (const row of rows) {
      const sub = row.updatedBySub;
      row.updatedBy = sub === null ? null : { sub, name: row.updatedByName ?? sub };
    }
  }
  if (!wantsCountry && !wantsArea) return;
  let data = referenceData.peek() ?? (await referenceData.load());
  for (const row of rows) {
    let country = data.countries.get(row.countryCode);
    let area = row.areaId == null ? null : data.areas.get(row.areaId);
    if ((wantsCountry && country === undefined) || (wantsArea && area === undefined)) {
      data = await referenceData.load(true);
      country = data.countries.get(row.countryCode);
      area = row.areaId == null ? null : data.areas.get(row.areaId);
    }
    if (wantsCountry && country !== undefined) row.country = country;
    if (wantsArea) row.area = area ?? null;
  }
}
