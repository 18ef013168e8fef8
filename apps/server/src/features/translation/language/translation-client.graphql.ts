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

const CLIENT = 'Id of the client whose texts they are.';

/** Whose texts there are, and what their readers asked for that nobody knows. */
export function addTranslationClients(builder: Builder): void {
  const client = builder.objectRef<TranslationClientRow>('TranslationClient').implement({
    description: 'Whose texts: a program by its client id, such as this console.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its client id.' }),
      keys: t.exposeInt('keys', { description: 'Number of keys in use.' }),
      languages: t.exposeInt('languages', { description: 'Number of its languages.' }),
      unknownReports: t.exposeInt('unknownReports', {
        description: 'Number of keys that readers asked for and that do not exist.',
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
    description: 'A key that readers asked for and that does not exist.',
    fields: (t) => ({
      locale: t.exposeString('locale', { description: 'Language in which it was asked for, such as `de-DE`.' }),
      key: t.exposeString('key', { description: 'The key.' }),
      reports: t.expose('reports', { type: 'SafeInt', description: 'Number of sessions that asked for it.' }),
      firstReportedAt: t.expose('firstReportedAt', { type: 'DateTime', description: 'When it was asked for first.' }),
      lastReportedAt: t.expose('lastReportedAt', { type: 'DateTime', description: 'When it was last asked for.' }),
    }),
  });
  builder.queryField('translationUnknownReports', (t) =>
    t.field({
      type: [report],
      description: 'Keys that readers asked for and that do not exist, the most reported first; at most 500.',
      extensions: needs('translation.read'),
      args: { clientId: t.arg.string({ required: true, description: CLIENT }) },
      resolve: (_root, { clientId }, context) => readUnknownReports(context, clientId),
    }),
  );
  addMutation(builder, 'clearUnknownTranslationReports', {
    description: 'Forgets what readers of a client lacked that there is not.',
    extensions: needs('translation.write'),
    input: (t) => ({ clientId: t.string({ required: true, description: CLIENT }) }),
    resolve: async ({ clientId }, context) => ({ cleared: await clearUnknownReports(context, clientId) }),
    payload: (t) => ({ cleared: t.exposeInt('cleared', { description: 'Number of keys, each counted by language.' }) }),
  });
}
