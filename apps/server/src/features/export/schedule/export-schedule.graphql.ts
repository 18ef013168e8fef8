import { EXPORT_LIMITS, type ExportFormat, type ExportFrequency, SAVED_VIEW_LIMITS } from '@backcounter/domain';
import { needs } from '../../../graphql/authorise.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { addMutation, type PayloadFields } from '../../../graphql/schema/mutation.ts';
import { orNull } from '../../../graphql/schema/or-null.ts';
import { selectionOf } from '../../../graphql/schema/selection.ts';
import type { JobKind } from '../../../jobs/job-definition.ts';
import { findJob } from '../../../jobs/job-record.ts';
import type { JobTypes } from '../../../jobs/job-types.graphql.ts';
import type { ListTypes } from '../../../listing/list.graphql.ts';
import type { ExportTypes } from '../export.graphql.ts';
import type { ExportLists } from '../export.job.ts';
import type { ExportParams } from '../export-params.ts';
import {
  createSchedule,
  exportOf,
  pauseSchedule,
  readSchedules,
  removeSchedule,
  type ScheduleRow,
} from './export-schedule.service.ts';

const MAY = needs('export.create');
const FREQUENCIES: Readonly<Record<ExportFrequency, string>> = {
  DAILY: 'Every day.',
  WEEKLY: 'On one day of the week.',
  MONTHLY: 'On one day of the month; shorter months use their last day.',
};
const DAY = 'Day of the week, from Monday (1), or of the month; null: every day.';

/** Exports that repeat: the caller's own, and their changes. */
export function addExportSchedule(
  builder: Builder,
  { listName }: ListTypes,
  { job }: JobTypes,
  { format, exportFields }: ExportTypes,
  lists: ExportLists,
  definition: JobKind<ExportParams>,
): void {
  const frequency = addEnum(builder, 'ExportFrequency', 'How often an export repeats.', FREQUENCIES);
  const schedule = builder.objectRef<ScheduleRow>('ExportSchedule').implement({
    description: 'An export that repeats.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      name: t.exposeString('name', { description: 'Its name.' }),
      list: t.field({ type: listName, description: 'Which list.', resolve: (row) => exportOf(row).list }),
      format: t.field({
        type: format,
        description: 'Format of the file.',
        resolve: (row): ExportFormat => exportOf(row).format,
      }),
      frequency: t.expose('frequency', { type: frequency, description: 'How often.' }),
      day: t.exposeInt('day', orNull(DAY)),
      hour: t.exposeInt('hour', { description: 'Hour of the day, 0 to 23.' }),
      timeZone: t.exposeString('timezone', { description: 'IANA time zone of the hour.' }),
      nextAt: t.expose('nextAt', orNull('When it runs next; null: paused.', 'DateTime')),
      pauseCode: t.exposeString(
        'pauseCode',
        orNull('Error code of the run that paused it; null: it runs, or its owner paused it.'),
      ),
      lastJob: t.field({
        type: job,
        nullable: true,
        description: 'Job of its last run; null: none yet, or deleted.',
        resolve: ({ lastJobId }, _args, context, info) =>
          lastJobId === null ? null : findJob(context, lastJobId, selectionOf(info)),
      }),
    }),
  });
  builder.queryField('exportSchedules', (t) =>
    t.field({
      type: [schedule],
      description: "The caller's exports that repeat, oldest first.",
      extensions: MAY,
      resolve: (_root, _args, context) => readSchedules(context),
    }),
  );
  const payload = (t: PayloadFields<object>) => ({
    exportSchedules: t.field({
      type: [schedule],
      description: "All of the caller's after the change.",
      resolve: (_row, _args, context) => readSchedules(context),
    }),
  });
  addMutation(builder, 'createExportSchedule', {
    description: `Repeats an export, with the rights that its owner has at each run; at most ${EXPORT_LIMITS.schedulesMax} for each person. A mail says when a file is ready.`,
    extensions: MAY,
    input: (t) => ({
      ...exportFields(t),
      name: t.string({
        required: true,
        description: `Its name, at most ${SAVED_VIEW_LIMITS.nameMaxLength} characters.`,
      }),
      filter: t.field({ type: 'JSON', description: "As the list's own filter; absent or null: none." }),
      search: t.string({ description: "As the list's own search; absent or null: none." }),
      frequency: t.field({ type: frequency, required: true, description: 'How often.' }),
      day: t.int({ description: DAY }),
      hour: t.int({ required: true, description: 'Hour of the day in `timeZone`, 0 to 23.' }),
    }),
    resolve: async (input, context) => ({ id: await createSchedule(context, lists, definition, input) }),
    payload,
  });
  addMutation(builder, 'pauseExportSchedule', {
    description: 'Pauses or resumes an export that repeats.',
    extensions: MAY,
    input: (t) => ({
      id: t.id({ required: true, description: 'Which one.' }),
      isPaused: t.boolean({ required: true, description: 'False: it runs again.' }),
    }),
    resolve: async (input, context) => {
      await pauseSchedule(context, lists, definition, input);
      return {};
    },
    payload,
  });
  addMutation(builder, 'removeExportSchedule', {
    description: 'Deletes an export that repeats; its files stay until they expire.',
    extensions: MAY,
    input: (t) => ({ id: t.id({ required: true, description: 'Which one.' }) }),
    resolve: async (input, context) => {
      await removeSchedule(context, input.id);
      return {};
    },
    payload,
  });
}
