import {
  AppError,
  EXPORT_DAYS,
  EXPORT_FREQUENCIES,
  EXPORT_LIMITS,
  type ExportFrequency,
  savedViewName,
} from '@backcounter/domain';
import { sql } from 'kysely';
import { z } from 'zod';
import { recordAudit, rememberActor } from '../../../audit/record-audit.ts';
import { fieldsInvalid, parseFields } from '../../../crud/field-input.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { requireJobApproval } from '../../../jobs/enqueue-job.ts';
import type { JobKind } from '../../../jobs/job-definition.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import type { ExportLists } from '../export.job.ts';
import { confirmedExport, type StartExport } from '../export.service.ts';
import type { ExportParams } from '../export-params.ts';

/** Input for a repeated export. */
export interface NewSchedule extends Omit<StartExport, 'selection'> {
  readonly filter?: unknown;
  readonly search?: string | null | undefined;
  readonly name: string;
  readonly frequency: ExportFrequency;
  readonly day?: number | null | undefined;
  readonly hour: number;
}

/** A repeated export of its owner. */
export type ScheduleRow = Awaited<ReturnType<typeof readSchedules>>[number];

const timing = z.strictObject({
  name: savedViewName,
  frequency: z.enum(EXPORT_FREQUENCIES),
  hour: z.int().min(0).max(23),
});

/** The caller's own, oldest first. */
export function readSchedules({ db, caller }: RequestContext) {
  return db
    .selectFrom('export_schedule')
    .select(['id', 'name', 'params', 'frequency', 'day', 'hour', 'timezone'])
    .select(['next_at as nextAt', 'pause_code as pauseCode', 'last_job_id as lastJobId'])
    .where('owner_sub', '=', caller.sub)
    .orderBy('id')
    .execute();
}

/** The export that a schedule repeats, as stored. */
export function exportOf({ params }: Pick<ScheduleRow, 'params'>): StartExport {
  return params as unknown as StartExport;
}

/** Returns the id. @throws AppError as `confirmedExport`; `field.invalid` if each file would need an approval */
export async function createSchedule(
  context: RequestContext,
  lists: ExportLists,
  job: JobKind<ExportParams>,
  input: NewSchedule,
): Promise<string> {
  const { db, caller } = context;
  const { filter, search, day = null, ...wish } = input;
  const { name, frequency, hour } = parseFields(timing, {
    name: input.name,
    frequency: input.frequency,
    hour: input.hour,
  });
  const max = EXPORT_DAYS[frequency];
  if (max === null ? day !== null : day === null || !Number.isInteger(day) || day < 1 || day > max)
    throw fieldsInvalid({ day: [{ rule: 'invalid' }] });
  const { selection, ...checked } = await checkRepeat(context, lists, job, { ...wish, selection: { filter, search } });
  // Stores the owner, whom the schedule references.
  await rememberActor(context);
  await sql`select from staff_user where sub = ${caller.sub} for no key update`.execute(db);
  if ((await readSchedules(context)).length >= EXPORT_LIMITS.schedulesMax)
    throw fieldsInvalid({ name: [{ rule: 'schedules-max', params: { max: EXPORT_LIMITS.schedulesMax } }] });
  const stored = { ...checked, selection: { filter: filter ?? {}, search: selection.search } };
  const { id } = await db
    .insertInto('export_schedule')
    .values({
      ...{ owner_sub: caller.sub, name, params: JSON.stringify(stored), frequency, day, hour },
      timezone: checked.timeZone,
      next_at: await nextRun(context, { frequency, day, hour, timezone: checked.timeZone }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordAudit(context, {
    ...{ action: 'export-schedule.create', entityType: 'export-schedule', entityId: id, outcome: 'DONE' },
    changes: { list: [null, checked.list], frequency: [null, frequency] },
    personalChanges: { name: [null, name] },
  });
  return id;
}

/** An export that the caller may repeat. */
async function checkRepeat(
  context: RequestContext,
  lists: ExportLists,
  job: JobKind<ExportParams>,
  wish: StartExport,
): Promise<ExportParams> {
  const params = await confirmedExport(context, lists, wish);
  try {
    await requireJobApproval(context, job, job.encode(params), null);
  } catch (error) {
    if (error instanceof AppError && error.code === 'approval.required')
      throw fieldsInvalid({ columns: [{ rule: 'needs-approval' }] });
    throw error;
  }
  return params;
}

/** Pauses or resumes; resuming checks as `createSchedule` does. @throws AppError as that, `record.not-found` */
export async function pauseSchedule(
  context: RequestContext,
  lists: ExportLists,
  job: JobKind<ExportParams>,
  { id, isPaused }: { readonly id: string; readonly isPaused: boolean },
): Promise<void> {
  const row = await lockSchedule(context, id);
  if (isPaused === (row.nextAt === null)) return;
  if (!isPaused) await checkRepeat(context, lists, job, exportOf(row));
  const next = isPaused ? null : await nextRun(context, row);
  await context.db
    .updateTable('export_schedule')
    .set({ next_at: next, pause_code: null })
    .where('id', '=', row.id)
    .execute();
  await note(context, isPaused ? 'pause' : 'resume', row);
}

/** @throws AppError `record.not-found` */
export async function removeSchedule(context: RequestContext, id: string): Promise<void> {
  const row = await lockSchedule(context, id);
  await context.db.deleteFrom('export_schedule').where('id', '=', row.id).execute();
  await note(context, 'remove', row);
}

/** The first run after now: missed ones are not repeated. */
export async function nextRun(
  { db }: Pick<RequestContext, 'db'>,
  { frequency, day, hour, timezone }: Pick<ScheduleRow, 'frequency' | 'day' | 'hour' | 'timezone'>,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select next_export_at(${frequency}, ${day}::int, ${hour}::int, ${timezone}, now()) as at`.execute(db);
  return rows[0]?.at ?? null;
}

async function lockSchedule(context: RequestContext, id: string): Promise<ScheduleRow> {
  if (isUuid(id)) await sql`select from export_schedule where id = ${id} for update`.execute(context.db);
  const row = (await readSchedules(context)).find((each) => each.id === id.toLowerCase());
  if (row === undefined) throw new AppError('record.not-found', { message: 'There is no such schedule.' });
  return row;
}

function note(context: RequestContext, verb: 'pause' | 'resume' | 'remove', { id, name }: ScheduleRow): Promise<void> {
  return recordAudit(context, {
    ...{ action: `export-schedule.${verb}`, entityType: 'export-schedule', entityId: id, outcome: 'DONE' },
    ...(verb === 'remove' && { personalChanges: { name: [name, null] } }),
  });
}
