import { AppError, EXPORT_LIMITS, type ExportFormat, timezone } from '@backcounter/domain';
import { z } from 'zod';
import { discloseRows } from '../../audit/disclosure.ts';
import { parseFields } from '../../crud/field-input.ts';
import { requireConfirmedFor } from '../../graphql/confirmed.ts';
import { type RequestContext, requirePermission } from '../../graphql/request-context.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import type { JobKind } from '../../jobs/job-definition.ts';
import { filterOfJson } from '../../listing/filter-json.ts';
import { orderOf } from '../../listing/list-arguments.ts';
import { columnPermissions, exportableColumns, noColumn } from '../../listing/list-export.ts';
import { freezeSelection, type SelectionInput } from '../../listing/selection.ts';
import { type ExportLists, listNamed } from './export.job.ts';
import type { ExportParams } from './export-params.ts';

/** Input for an export. */
export interface StartExport {
  readonly list: string;
  readonly format: ExportFormat;
  readonly columns: readonly { readonly key: string; readonly heading?: string | null | undefined }[];
  readonly selection: Omit<SelectionInput, 'filter'> & { readonly filter?: unknown };
  readonly sort?: { readonly key: string; readonly direction: 'ASC' | 'DESC' } | null | undefined;
  readonly locale: string;
  readonly timeZone: string;
}

const LOCALE = /^[a-z]{2,3}(-[A-Za-z]{4})?-[A-Z]{2}$/;

/**
 * Starts an export of the rows and columns that the caller may see, and returns the id of the job.
 * @throws AppError as `checkExport` and `enqueueExport`; `second-factor.required`
 */
export async function startExport(
  context: RequestContext,
  lists: ExportLists,
  job: JobKind<ExportParams>,
  input: StartExport,
): Promise<string> {
  return enqueueExport(context, job, await confirmedExport(context, lists, input));
}

/** As `checkExport`, for a person who is present. @throws AppError `second-factor.required` for sensitive columns */
export async function confirmedExport(
  context: RequestContext,
  lists: ExportLists,
  input: StartExport,
): Promise<ExportParams> {
  const params = await checkExport(context, lists, input);
  const { exported } = listNamed(lists, params.list);
  const keys = params.columns.map(({ key }) => key);
  await requireConfirmedFor(columnPermissions(exported, keys), context);
  return params;
}

/**
 * The parameters of an export that the caller may start now.
 * @throws AppError `access.denied`, `field.invalid`, `filter.invalid`, `filter.too-broad`
 */
export async function checkExport(
  context: RequestContext,
  lists: ExportLists,
  input: StartExport,
): Promise<ExportParams> {
  const { caller } = context;
  const list = listNamed(lists, input.list);
  requirePermission(caller, list.readPermission);
  const offered = exportableColumns(list.exported, caller);
  const { columns } = input;
  if (columns.length === 0) throw fieldInvalid('columns', 'required');
  if (columns.length > EXPORT_LIMITS.columnsMax) throw fieldInvalid('columns', 'too-many');
  if (!columns.every(({ key }) => offered.includes(key))) throw noColumn();
  if (new Set(columns.map(({ key }) => key)).size < columns.length) throw fieldInvalid('columns', 'duplicate');
  const { timeZone } = parseFields(z.strictObject({ timeZone: timezone }), { timeZone: input.timeZone });
  if (!LOCALE.test(input.locale)) throw fieldInvalid('locale', 'invalid');
  const order = orderOf(list, { sort: input.sort }, context.caller, null);
  const filter = filterOfJson(list, input.selection.filter);
  const selection = await freezeSelection(list, context, { ...input.selection, filter });
  return {
    list: input.list,
    format: input.format,
    columns: columns.map(({ key, heading }) => ({ key, heading: headingOf(heading ?? key) })),
    selection,
    sort: { key: order.key, direction: order.direction },
    locale: input.locale,
    timeZone,
  };
}

/** Returns the id of the job. @throws AppError `disclosure.limit-reached`, `job.too-many`, errors of `enqueueJob` */
export async function enqueueExport(
  context: RequestContext,
  job: JobKind<ExportParams>,
  params: ExportParams,
): Promise<string> {
  // Fails now if the budget is used up; the job checks whether all of its rows fit.
  await discloseRows(context.db, context.caller.sub, 1, context.services.disclosureBudgets, true);
  // Two clicks have two instants but are one request.
  return enqueueJob(context, job, params, { dedupe: { ...params, selection: { ...params.selection, upTo: null } } });
}

function headingOf(heading: string): string {
  if (heading.length > EXPORT_LIMITS.headingMaxLength) throw fieldInvalid('columns', 'too-long');
  return heading;
}

function fieldInvalid(field: string, rule: string): AppError {
  return new AppError('field.invalid', {
    message: 'The export is invalid.',
    details: { fields: { [field]: [{ rule }] } },
  });
}
