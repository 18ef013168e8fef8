import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../db/client.ts';
import type { EffectContext } from '../graphql/request-context.ts';
import { transactionRunner } from '../graphql/sql-runner.ts';

/** The audit trail's actor for commands at the server's terminal. */
export function operatorContext(db: Kysely<Database>): EffectContext {
  return {
    caller: { kind: 'staff', sub: 'operator', name: 'operator', email: null, roles: [], expiresAt: new Date() },
    db,
    sql: transactionRunner(db),
    signal: new AbortController().signal,
    requestId: randomUUID(),
    now: new Date(),
  };
}
