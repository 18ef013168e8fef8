import { needsScope } from '../../../graphql/authorise.ts';
import { IN_PUBLIC } from '../../../graphql/public-slice.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { addMutation } from '../../../graphql/schema/mutation.ts';
import { orNull } from '../../../graphql/schema/or-null.ts';
import type { JobKind } from '../../../jobs/job-definition.ts';
import type { JobTypes } from '../../../jobs/job-types.graphql.ts';
import type { ExportTypes } from '../export.graphql.ts';
import type { ExportLists } from '../export.job.ts';
import type { ExportParams } from '../export-params.ts';
import { CLIENT_COLUMNS, type ClientExport, type ClientList, readExport, runExport } from './client-export.service.ts';

/** The columns of a list for its description, each with its scope. */
const columnsOf = (list: ClientList) =>
  Object.entries(CLIENT_COLUMNS[list])
    .map(([scope, keys]) => `with \`${scope}\` ${keys.split(' ').join(', ')}`)
    .join('; ');

/** Exports of machine clients. */
export function addClientExport(
  builder: Builder,
  { state }: JobTypes,
  { format }: ExportTypes,
  lists: ExportLists,
  definition: JobKind<ExportParams>,
): void {
  const list = addEnum<ClientList>(builder, 'ClientExportList', 'A list that programs may export.', {
    ACCOUNTS: `Accounts: ${columnsOf('ACCOUNTS')}.`,
    POINTS_ENTRIES: `Entries of the wallet that \`filter\` names: ${columnsOf('POINTS_ENTRIES')}.`,
  });
  const run = builder.objectRef<ClientExport>('ClientExport').implement({
    description: 'An export of this client.',
    extensions: IN_PUBLIC,
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      state: t.expose('state', { type: state, description: 'Its state.' }),
      rows: t.expose('rows', { type: 'SafeInt', description: 'Rows written so far.' }),
      errorCode: t.exposeString('errorCode', orNull('Why it failed; null: it did not.')),
      path: t.string({
        ...orNull('Where to get the file, with the token: `GET` this path. Null: not ready, or expired.'),
        resolve: ({ id, expiresAt }) => (expiresAt === null ? null : `/files/exports/${id}`),
      }),
      expiresAt: t.expose(
        'expiresAt',
        orNull('Until when the file is there; null: not ready, or expired.', 'DateTime'),
      ),
    }),
  });
  builder.queryField('exportJob', (t) =>
    t.field({
      type: run,
      description: 'An export that this client started.',
      extensions: needsScope('export.run'),
      args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
      resolve: (_root, { id }, context) => readExport(context, String(id)),
    }),
  );
  addMutation(builder, 'runExport', {
    description:
      'Starts an export of a list to a file; one of a client at a time. A repeated request returns the same export while it runs.',
    extensions: needsScope('export.run'),
    input: (t) => ({
      list: t.field({ type: list, required: true, description: 'Which list.' }),
      format: t.field({ type: format, required: true, description: 'Format of the file.' }),
      columns: t.stringList({
        required: true,
        description: 'Columns of the list in their order; each needs its scope.',
      }),
      filter: t.field({
        type: 'JSON',
        description: 'Such as `{"state": {"in": ["ACTIVE"]}}`; entries need `{"wallet": {"in": [id]}}`.',
      }),
      timeZone: t.string({ description: 'IANA time zone of instants; absent or null: UTC.' }),
    }),
    resolve: async (input, context) => ({ export: await runExport(context, lists, definition, input) }),
    payload: (t) => ({
      export: t.field({ type: run, description: 'The export.', resolve: (row) => row.export }),
    }),
  });
}
