import type { Kysely } from 'kysely';
import type { Database } from '../db/client.ts';
import type { RefusalRecorder } from '../graphql/graphql-handler.ts';
import { isUuid } from '../listing/list-filter.ts';
import { writeAudit } from './record-audit.ts';

/** Records a refused operation in the audit trail: the required permission, the named record and the error code. */
export function recordRefusalIn(db: Kysely<Database>): RefusalRecorder {
  return async ({ caller, requestId, right, code, outcome, variables }) => {
    await writeAudit(db, caller, requestId, {
      action: right,
      entityType: right.slice(0, right.indexOf('.')),
      entityId: targetOf(variables),
      outcome,
      changes: { refusal: [null, code] },
    });
  };
}

/** The id from `$id` or `$input.id` if it is a UUID. Any other text is dropped, because the trail is permanent. */
function targetOf(variables: Readonly<Record<string, unknown>>): string | null {
  const input = variables['input'] as { readonly id?: unknown } | null | undefined;
  const id = variables['id'] ?? input?.id;
  return typeof id === 'string' && isUuid(id) ? id : null;
}
