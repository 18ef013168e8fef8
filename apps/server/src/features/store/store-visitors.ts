import { STORE_LIMITS } from '@backcounter/domain';
import type { RequestContext } from '../../graphql/request-context.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';

/** A person who is in a store now. */
export interface StoreVisitor {
  readonly firebaseId: string;
  /** When they came online, possibly elsewhere. */
  readonly onlineSince: Date;
  /** The account; null where no account has the Firebase id. */
  readonly account: {
    readonly id: string;
    readonly number: number;
    readonly displayName: string | null;
    readonly hasPicture: boolean;
  } | null;
}

/** The people in a store now. */
export interface StoreOnline {
  readonly count: number;
  /** At most `STORE_LIMITS.visitorsMax`, the latest first. */
  readonly visitors: readonly StoreVisitor[];
}

interface Found {
  readonly firebaseId: string;
  readonly id: string;
  readonly number: number;
  readonly displayName: string | null;
  readonly hasPicture: boolean;
}

const ACCOUNTS = `select a.firebase_id as "firebaseId", a.id, a.public_no as number, a.display_name as "displayName", a.has_picture as "hasPicture"
  from account a where a.firebase_id = any($1::text[])`;

/**
 * Returns the people in the store now; null if the presence backend does not support it. @throws AppError
 * `service.unavailable`
 */
export async function readStoreOnline(context: RequestContext, sid: string): Promise<StoreOnline | null> {
  const { realtime, files } = context.services;
  if (realtime === null) return null;
  const ids = await realtime.idsIn(sid, STORE_LIMITS.visitorsMax);
  const [[count = 0], entries, accounts] = await Promise.all([
    realtime.counts([sid]),
    realtime.get(ids),
    context.sql.rows<Found>(statementFor(ACCOUNTS), [[...ids]], { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS }),
  ]);
  const known = new Map(accounts.map((account) => [account.firebaseId, account]));
  const visitors = ids.flatMap((firebaseId, index): StoreVisitor[] => {
    const entry = entries[index];
    // They have left since they were found.
    if (entry?.storeSid !== sid) return [];
    const account = known.get(firebaseId);
    return [
      {
        firebaseId,
        onlineSince: new Date(entry.since),
        account: account ? { ...account, hasPicture: account.hasPicture || files.pictures.isStoreShared } : null,
      },
    ];
  });
  return { count, visitors: visitors.toSorted((a, b) => b.onlineSince.getTime() - a.onlineSince.getTime()) };
}
