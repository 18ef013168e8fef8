import { needs } from '../../../graphql/authorise.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { addMutation } from '../../../graphql/schema/mutation.ts';
import {
  clearUnknownReports,
  readClients,
  readUnknownReports,
  type TranslationClientRow,
  type UnknownReport,
} from './translation-client.ts';

const CLIENT = 'Id of the client.';

/** Clients with texts, and the unknown keys that their readers requested. */
export function addTranslationClients(builder: Builder): void {
  const client = builder.objectRef<TranslationClientRow>('TranslationClient').implement({
    description: 'A program with texts, such as this console.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its client id.' }),
      keys: t.exposeInt('keys', { description: 'Number of keys in use.' }),
      languages: t.exposeInt('languages', { description: 'Number of its languages.' }),
      unknownReports: t.exposeInt('unknownReports', {
        description: 'Number of requested keys that do not exist.',
      }),
    }),
  });
  builder.queryField('translationClients', (t) =>
    t.field({
      type: [client],
      description: 'All clients that have texts, by id.',
      extensions: needs('translation.read'),
      resolve: (_root, _args, context) => readClients(context),
    }),
  );
  const report = builder.objectRef<UnknownReport>('UnknownTranslationReport').implement({
    description: 'A requested key that does not exist.',
    fields: (t) => ({
      locale: t.exposeString('locale', { description: 'Language of the requests, such as `de-DE`.' }),
      key: t.exposeString('key', { description: 'The key.' }),
      reports: t.expose('reports', { type: 'SafeInt', description: 'Number of sessions that requested it.' }),
      firstReportedAt: t.expose('firstReportedAt', { type: 'DateTime', description: 'Time of the first request.' }),
      lastReportedAt: t.expose('lastReportedAt', { type: 'DateTime', description: 'Time of the last request.' }),
    }),
  });
  builder.queryField('translationUnknownReports', (t) =>
    t.field({
      type: [report],
      description: 'Requested keys that do not exist, most requested first; at most 500.',
      extensions: needs('translation.read'),
      args: { clientId: t.arg.string({ required: true, description: CLIENT }) },
      resolve: (_root, { clientId }, context) => readUnknownReports(context, clientId),
    }),
  );
  addMutation(builder, 'clearUnknownTranslationReports', {
    description: 'Deletes the reports of unknown keys of a client.',
    extensions: needs('translation.write'),
    input: (t) => ({ clientId: t.string({ required: true, description: CLIENT }) }),
    resolve: async ({ clientId }, context) => ({ cleared: await clearUnknownReports(context, clientId) }),
    payload: (t) => ({
      cleared: t.exposeInt('cleared', { description: 'Number of deleted reports; a key counts once per language.' }),
    }),
  });
}
