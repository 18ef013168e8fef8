import { sql } from 'kysely';
import { recordAudit } from '../../../audit/record-audit.ts';
import { needs } from '../../../graphql/authorise.ts';
import type { EffectContext, RequestContext } from '../../../graphql/request-context.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { addMutation } from '../../../graphql/schema/mutation.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../listing/statements.ts';

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

/** A client with texts. */
interface TranslationClientRow {
  readonly id: string;
  readonly keys: number;
  readonly languages: number;
  readonly unknownReports: number;
}

/** A report of an unknown key. */
interface UnknownReport {
  readonly locale: string;
  readonly key: string;
  readonly reports: number;
  readonly firstReportedAt: string;
  readonly lastReportedAt: string;
}

const IS_UNKNOWN = 'not exists (select from translation_key k where k.client_id = x.client_id and k.key = x.key)';

/** Returns all clients, by id. */
function readClients({ sql: run, signal }: RequestContext): Promise<TranslationClientRow[]> {
  const text = `
    select c.client_id as id, c.language_count as languages,
      (select count(*)::int from translation_key k where k.client_id = c.client_id and k.retired_at is null) as keys,
      (select count(*)::int from translation_missing x where x.client_id = c.client_id and ${IS_UNKNOWN}) as "unknownReports"
    from translation_client c order by c.client_id`;
  return run.rows<TranslationClientRow>(statementFor(text), [], { signal, timeoutMs: LIST_TIMEOUT_MS });
}

/** Returns the reports of unknown keys, most requested first. */
function readUnknownReports({ sql: run, signal }: RequestContext, clientId: string): Promise<UnknownReport[]> {
  const text = `
    select x.locale, x.key, x.reports, x.first_reported_at as "firstReportedAt", x.last_reported_at as "lastReportedAt"
    from translation_missing x where x.client_id = $1 and ${IS_UNKNOWN} order by x.reports desc, x.key, x.locale limit 500`;
  return run.rows<UnknownReport>(statementFor(text), [clientId], { signal, timeoutMs: LIST_TIMEOUT_MS });
}

/** Deletes the reports of unknown keys; returns how many. */
async function clearUnknownReports(context: EffectContext, clientId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (delete from translation_missing x where x.client_id = ${clientId} and ${sql.raw(IS_UNKNOWN)} returning 1)
    select count(*)::int as count from gone`.execute(context.db);
  const count = rows[0]?.count ?? 0;
  if (count > 0) {
    await recordAudit(context, {
      action: 'translation.clear-reports',
      entityType: null,
      entityId: null,
      outcome: 'DONE',
      changes: { clientId: [clientId, null], keys: [count, 0] },
    });
  }
  return count;
}
