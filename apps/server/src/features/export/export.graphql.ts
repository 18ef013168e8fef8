import { EXPORT_LIMITS, type ExportFormat, JOB_LIMITS } from '@backcounter/domain';
import { readWholeSetting } from '../../db/setting.ts';
import { needs } from '../../graphql/authorise.ts';
import { requirePermission } from '../../graphql/request-context.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import { addMutation, type InputFields } from '../../graphql/schema/mutation.ts';
import type { JobKind } from '../../jobs/job-definition.ts';
import { type JobTypes, jobPayload } from '../../jobs/job-types.graphql.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { exportableColumns } from '../../listing/list-export.ts';
import { type ExportLists, listNamed } from './export.job.ts';
import { startExport } from './export.service.ts';
import type { ExportParams } from './export-params.ts';

interface ExportOffer {
  readonly columns: readonly string[];
  readonly rowsMax: number;
}

const FORMATS: Readonly<Record<ExportFormat, string>> = {
  CSV: 'Text in UTF-8, with commas between the cells.',
  XLSX: 'Excel workbook.',
};

/** Types and input fields of an export. */
export type ExportTypes = ReturnType<typeof addExport>;

/** Export options of a list, and the mutation that starts an export. */
export function addExport(
  builder: Builder,
  { listName, sortDirection }: ListTypes,
  jobs: JobTypes,
  lists: ExportLists,
  definition: JobKind<ExportParams>,
) {
  const offer = builder.objectRef<ExportOffer>('ExportOffer').implement({
    description: 'Export options of a list for the caller.',
    fields: (t) => ({
      columns: t.stringList({
        description: 'Keys of the columns that the caller may export, in order.',
        resolve: ({ columns }) => [...columns],
      }),
      rowsMax: t.expose('rowsMax', { type: 'SafeInt', description: 'Most rows in one file.' }),
    }),
  });
  builder.queryField('exportOffer', (t) =>
    t.field({
      type: offer,
      description: 'Export options of a list for the caller.',
      extensions: needs('export.create'),
      args: { list: t.arg({ type: listName, required: true, description: 'Which list.' }) },
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
  const format = addEnum(builder, 'ExportFormat', 'Format of the file.', FORMATS);
  const column = builder.inputType('ExportColumnInput', {
    description: 'A column of the file.',
    fields: (t) => ({
      key: t.string({ required: true, description: 'One of `columns` of `exportOffer`.' }),
      heading: t.string({
        description: `Heading in the reader's language, at most ${EXPORT_LIMITS.headingMaxLength} characters; absent or null: the key.`,
      }),
    }),
  });
  const selection = builder.inputType('ListSelection', {
    description: `Selected rows (\`ids\`, at most ${JOB_LIMITS.selectionIdsMax}), or all that match filter and search except \`exclusions\` (at most ${JOB_LIMITS.selectionExclusionsMax}).`,
    fields: (t) => ({
      filter: t.field({ type: 'JSON', description: "As the list's own filter; not with `ids`." }),
      search: t.string({ description: "As the list's own search; not with `ids`." }),
      ids: t.idList({ description: 'Ids of the selected rows.' }),
      exclusions: t.idList({ description: 'Rows to exclude from those that match filter and search.' }),
      upTo: t.field({
        type: 'DateTime',
        description: 'Newer rows are excluded; absent or null: the instant of the start.',
      }),
    }),
  });
  const sort = builder.inputType('ExportSort', {
    description: 'Order of the rows.',
    fields: (t) => ({
      key: t.string({ required: true, description: 'Sort key: one of `sorts` of `listCapabilities`.' }),
      direction: t.field({ type: sortDirection, required: true, description: 'Sort direction.' }),
    }),
  });
  const exportFields = (t: InputFields) => ({
    list: t.field({ type: listName, required: true, description: 'Which list.' }),
    format: t.field({ type: format, required: true, description: 'Format of the file.' }),
    columns: t.field({
      type: [column],
      required: true,
      description: `Columns in their order, at most ${EXPORT_LIMITS.columnsMax}.`,
    }),
    sort: t.field({ type: sort, description: "Order of the rows; absent or null: the list's own." }),
    locale: t.string({ required: true, description: 'Language of names, such as `de-DE`.' }),
    timeZone: t.string({ required: true, description: 'IANA time zone of instants, such as `Europe/Berlin`.' }),
  });
  addMutation(builder, 'startExport', {
    description:
      'Starts a job that exports a list to a file. A repeated request of the same person returns the same job while it runs.',
    extensions: needs('export.create'),
    input: (t) => ({
      ...exportFields(t),
      selection: t.field({ type: selection, required: true, description: 'Which rows.' }),
    }),
    resolve: async (input, context) => ({ id: await startExport(context, lists, definition, input) }),
    payload: jobPayload(jobs),
  });
  return { format, exportFields };
}
