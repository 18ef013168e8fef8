import { sql } from 'kysely';
import { recordAudit } from '../../../audit/record-audit.ts';
import type { EffectContext, RequestContext } from '../../../graphql/request-context.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../listing/statements.ts';

/** A client with texts. */
export interface TranslationClientRow {
  readonly id: string;
  readonly keys: number;
  readonly languages: number;
  readonly unknownReports: number;
}

/** A report of an unknown key. */
export interface UnknownReport {
  readonly locale: string;
  readonly key: string;
  readonly reports: number;
  readonly firstReportedAt: string;
  readonly lastReportedAt: string;
}

const IS_UNKNOWN = 'not exists (select from translation_key k where k.client_id = x.client_id and k.key = x.key)';

/** Returns all clients, by id. */
export function readClients({ sql: run, signal }: RequestContext): Promise<TranslationClientRow[]> {
  const text = `
    select c.client_id as id, c.language_count as languages,
      (select count(*)::int from translation_key k where k.client_id = c.client_id and k.retired_at is null) as keys,
      (select count(*)::int from translation_missing x where x.client_id = c.client_id and ${IS_UNKNOWN}) as "unknownReports"
    from translation_client c order by c.client_id`;
  return run.rows<TranslationClientRow>(statementFor(text), [], { signal, timeoutMs: LIST_TIMEOUT_MS });
}

/** Returns the reports of unknown keys, most requested first. */
export function readUnknownReports({ sql: run, signal }: RequestContext, clientId: string): Promise<UnknownReport[]> {
  const text = `
    select x.locale, x.key, x.reports, x.first_reported_at as "firstReportedAt", x.last_reported_at as "lastReportedAt"
    from translation_missing x where x.client_id = $1 and ${IS_UNKNOWN} order by x.reports desc, x.key, x.locale limit 500`;
  return run.rows<UnknownReport>(statementFor(text), [clientId], { signal, timeoutMs: LIST_TIMEOUT_MS });
}

/** Deletes the reports of unknown keys; returns how many. */
export async function clearUnknownReports(context: EffectContext, clientId: string): Promise<number> {
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
