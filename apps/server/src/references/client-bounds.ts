import { randomUUID } from 'node:crypto';
import { AppError } from '@backcounter/domain';
import { sql } from 'kysely';
import type { RunRoot } from '../graphql/authorise.ts';
import type { RequestContext } from '../graphql/request-context.ts';
import type { Caller, ClientBounds } from '../ports/identity.ts';

type Kind = 'firebaseId' | 'id' | 'transferKey';

/** Arguments of public operations that name an account, wallet, redemption or transfer; cards are found by `find_card`. */
const NAMES: Readonly<Record<string, Kind>> = {
  accountId: 'id',
  firebaseId: 'firebaseId',
  id: 'id',
  redemptionId: 'id',
  transferId: 'id',
  transferKey: 'transferKey',
  walletId: 'id',
};

/** The bounds of a machine client; undefined for all others. */
export function boundsOf(caller: Caller): ClientBounds | undefined {
  return caller.kind === 'machine' ? caller.bounds : undefined;
}

/** The error for a store, list or amount outside of the bounds. */
export function outOfBounds(field: string): AppError {
  return new AppError('client.out-of-bounds', {
    message: 'The client is bound to other stores, countries or amounts.',
    details: { fields: { [field]: [{ rule: 'out-of-bounds' }] } },
  });
}

/**
 * Requires that a request of a bound client names one of its stores, and no other, and moves no more points than allowed.
 * @throws AppError `client.out-of-bounds`
 */
export function requireInBounds(caller: Caller, sids: readonly (string | null | undefined)[], points = 0): void {
  const { stores = null, pointsMax = null } = boundsOf(caller) ?? {};
  const named = sids.filter((sid) => sid != null);
  if (stores !== null && (named.length === 0 || named.some((sid) => !stores.includes(sid))))
    throw outOfBounds('storeSid');
  if (pointsMax !== null && points > pointsMax) throw outOfBounds('amount');
}

/**
 * Runs an operation of a bound client. Records outside of its stores and countries are replaced by unknown ones, so that
 * the answer cannot differ from that of an unknown one; rows of the answer repeat the names as they were given.
 */
export const runInBounds: RunRoot = ({ caller, db }, args, run) =>
  boundsOf(caller) === undefined ? run(args) : runBound(caller, db, args, run);

async function runBound(
  caller: Caller,
  db: RequestContext['db'],
  args: object,
  run: (args: object) => unknown,
): Promise<unknown> {
  const asked: Record<Kind, Set<string>> = { firebaseId: new Set(), id: new Set(), transferKey: new Set() };
  mapped(args, (text, key) => {
    const kind = NAMES[key];
    if (kind !== undefined) asked[kind].add(text);
    return text;
  });
  const [ids, firebaseIds, keys] = [[...asked.id], [...asked.firebaseId], [...asked.transferKey]];
  const { rows } = await sql<{ kind: Kind; name: string }>`
    select kind, name from outside_client_bounds(${caller.sub}, ${ids}::text[], ${firebaseIds}::text[], ${keys}::text[])`.execute(
    db,
  );
  const outside = new Set(rows.map(({ kind, name }) => `${kind} ${name}`));
  const unknown = new Map<string, string>();
  const given = new Map<string, string>();
  const bound = mapped(args, (text, key) => {
    const kind = NAMES[key];
    if (kind === undefined || !outside.has(`${kind} ${kind === 'id' ? text.toLowerCase() : text}`)) return text;
    // No Firebase id or key begins with a space, so nothing can be created under it either.
    const other = unknown.get(`${kind} ${text}`) ?? `${kind === 'id' ? '' : ' '}${randomUUID()}`;
    unknown.set(`${kind} ${text}`, other);
    given.set(other, text);
    return other;
  });
  const answer = await run(bound as object);
  if (given.size === 0 || typeof answer !== 'object' || answer === null || !('results' in answer)) return answer;
  return { ...answer, results: mapped(answer.results, (text) => given.get(text) ?? text) };
}

/** A value with its texts changed, by the names of their fields. */
function mapped(value: unknown, change: (text: string, key: string) => string, key = ''): unknown {
  if (typeof value === 'string') return change(value, key);
  if (Array.isArray(value)) return value.map((one) => mapped(one, change, key));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapped(one, change, name)]));
}
