import { z } from 'zod';
import type { FieldValues } from './record-merge.ts';

const PREFIX = 'backcounter.draft:';
const KEPT_MS = 7 * 86_400_000;

const fieldValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
const storedDraft = z.object({ version: z.int(), base: fieldValues, values: fieldValues, savedAt: z.number() });

/** Unsaved changes of one record: the changed fields with their original values, and the version they are based on. */
export interface Draft {
  readonly version: number;
  readonly base: FieldValues;
  readonly values: FieldValues;
  readonly savedAt: number;
}

/** Keeps drafts through an expired session, a closed tab and a crash; each belongs to one person and one record. */
export interface DraftStore {
  read(owner: string, record: string): Draft | null;
  /** Returns whether it was stored. */
  write(owner: string, record: string, draft: Omit<Draft, 'savedAt'>): boolean;
  remove(owner: string, record: string): void;
}

/** A draft store on web storage. Full or forbidden storage loses the draft, never the form. */
export function createDraftStore(storage: () => Storage, now: () => number = Date.now): DraftStore {
  const keyOf = (owner: string, record: string) => `${PREFIX}${owner}:${record}`;
  const attempt = <T>(action: (available: Storage) => T): T | null => {
    try {
      return action(storage());
    } catch (error) {
      console.warn('draft storage', error);
      return null;
    }
  };
  return {
    read: (owner, record) =>
      attempt((available) => {
        const text = available.getItem(keyOf(owner, record));
        if (text === null) return null;
        const draft = storedDraft.safeParse(JSON.parse(text));
        if (draft.success && now() - draft.data.savedAt < KEPT_MS) return draft.data;
        available.removeItem(keyOf(owner, record));
        return null;
      }),
    write: (owner, record, draft) =>
      attempt((available) => {
        available.setItem(keyOf(owner, record), JSON.stringify({ ...draft, savedAt: now() }));
        return true;
      }) ?? false,
    remove: (owner, record) => {
      attempt((available) => available.removeItem(keyOf(owner, record)));
    },
  };
}
