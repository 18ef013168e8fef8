import { EXPORT_FORMATS, EXPORT_LIMITS, JOB_LIMITS } from '@backcounter/domain';
import { readWholeSetting } from '../../db/setting.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { requirePermission } from '../../graphql/request-context.ts';
import { selectionOf } from '../../graphql/selection.ts';
import type { JobTypes } from '../../jobs/job.graphql.ts';
import type { JobKind } from '../../jobs/job-definition.ts';
import { findJob } from '../../jobs/job-record.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { exportableColumns } from '../../listing/list-export.ts';
import { startExport } from './export.service.ts';
import { type ExportLists, listNamed } from './export-job.ts';
import type { ExportParams } from './export-params.ts';

interface ExportOffer {
  readonly columns: readonly string[];
  readonly rowsMax: number;
}

/** What of a list may be exported, and the job that does it. */
export function addExport(
  builder: Builder,
  { listName, sortDirection }: ListTypes,
  jobs: JobTypes,
  lists: ExportLists,
  definition: JobKind<ExportParams>,
): void {
  const offer = builder.objectRef<ExportOffer>('ExportOffer').implement({
    fields: (t) => ({
      columns: t.stringList({
        description: 'Keys of the columns that this person may have, in order.',
        resolve: ({ columns }) => [...columns],
      }),
      rowsMax: t.expose('rowsMax', { type: 'SafeInt', description: 'Most rows of one file.' }),
    }),
  });
  builder.queryField('exportOffer', (t) =>
    t.field({
      type: offer,
      extensions: needs('export.create'),
      args: { list: t.arg({ type: listName, required: true }) },
      resolve: async (_root, { list }, { caller, db, services }) => {
        const { readPermission, exported } = listNamed(lists, list);
        requirePermission(caller, readPermission);
        return {
          columns: exportableColumns(exported, caller),
          rowsMax: Math.min(await readWholeSetting(db, 'export.max_rows'), services.disclosureBudgets.exportRowsPerDay),
        };
      },
    }),
  );
  const format = builder.enumType('ExportFormat', { values: EXPORT_FORMATS });
  const column = builder.inputType('ExportColumnInput', {
    fields: (t) => ({
      key: t.string({ required: true }),
      heading: t.string({
        description: `In the language of whoever reads the file, at most ${EXPORT_LIMITS.headingMaxLength} characters; without it the key.`,
      }),
    }),
  });
  const selection = builder.inputType('ListSelection', {
    description: `Rows picked by hand (\`ids\`, at most ${JOB_LIMITS.selectionIdsMax}), or all that filter and search match except \`exclusions\` (at most ${JOB_LIMITS.selectionExclusionsMax}).`,
    fields: (t) => ({
      filter: t.field({ type: 'JSON', description: "As the list's own filter." }),
      search: t.string(),
      ids: t.idList(),
      exclusions: t.idList(),
      upTo: t.field({
        type: 'DateTime',
        description: 'Later rows are not meant; without it the instant of the start.',
      }),
    }),
  });
  const sort = builder.inputType('ExportSort', {
    fields: (t) => ({
      key: t.string({ required: true, description: "As in the list's capabilities." }),
      direction: t.field({ type: sortDirection, required: true }),
    }),
  });
  const input = builder.inputType('StartExportInput', {
    fields: (t) => ({
      list: t.field({ type: listName, required: true }),
      format: t.field({ type: format, required: true }),
      columns: t.field({ type: [column], required: true }),
      selection: t.field({ type: selection, required: true }),
      sort: t.field({ type: sort, description: "Without it the list's own order." }),
      locale: t.string({ required: true, description: 'Language of names, such as `de-DE`.' }),
      timeZone: t.string({ required: true, description: 'IANA zone of instants.' }),
    }),
  });
  builder.mutationField('startExport', (t) =>
    t.field({
      type: jobs.job,
      description: 'Starts a job; the same by the same person is one job as long as it goes on.',
      extensions: needs('export.create'),
      args: { input: t.arg({ type: input, required: true }) },
      resolve: async (_root, { input: given }, context, info) =>
        findJob(context, await startExport(context, lists, definition, given), selectionOf(info)),
    }),
  );
}
