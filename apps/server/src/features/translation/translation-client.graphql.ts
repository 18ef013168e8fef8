import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import {
  clearUnknownReports,
  readClients,
  readUnknownReports,
  type TranslationClientRow,
  type UnknownReport,
} from './translation-client.ts';

/** Whose texts there are, and what their readers asked for that nobody knows. */
export function addTranslationClients(builder: Builder): void {
  const client = builder.objectRef<TranslationClientRow>('TranslationClient').implement({
    description: 'Whose texts: a program by its client id, such as this console.',
    fields: (t) => ({
      id: t.exposeID('id'),
      keys: t.exposeInt('keys', { description: 'In use.' }),
      languages: t.exposeInt('languages'),
      unknownReports: t.exposeInt('unknownReports', {
        description: 'Keys that readers lacked and that there are not.',
      }),
    }),
  });
  builder.queryField('translationClients', (t) =>
    t.field({
      type: [client],
      extensions: needs('translation.read'),
      resolve: (_root, _args, context) => readClients(context),
    }),
  );
  const report = builder.objectRef<UnknownReport>('UnknownTranslationReport').implement({
    fields: (t) => ({
      locale: t.exposeString('locale'),
      key: t.exposeString('key'),
      reports: t.expose('reports', { type: 'SafeInt' }),
      firstReportedAt: t.expose('firstReportedAt', { type: 'DateTime' }),
      lastReportedAt: t.expose('lastReportedAt', { type: 'DateTime' }),
    }),
  });
  builder.queryField('translationUnknownReports', (t) =>
    t.field({
      type: [report],
      description: 'Keys that readers lacked and that there are not, the most reported first; at most 500.',
      extensions: needs('translation.read'),
      args: { clientId: t.arg.string({ required: true }) },
      resolve: (_root, { clientId }, context) => readUnknownReports(context, clientId),
    }),
  );
  builder.mutationField('clearUnknownTranslationReports', (t) =>
    t.int({
      description: 'Forgets what readers lacked that there is not; answers with how many keys.',
      extensions: needs('translation.write'),
      args: { clientId: t.arg.string({ required: true }) },
      resolve: (_root, { clientId }, context) => clearUnknownReports(context, clientId),
    }),
  );
}
