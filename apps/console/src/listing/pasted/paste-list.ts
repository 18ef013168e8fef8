import { LIMITS } from '@backcounter/domain';
import type { MessagesHook } from '@backcounter/i18n/react';
import type { ListName } from '../../generated/graphql.ts';
import { request } from '../../lib/api/graphql-client.ts';
import { RequestError } from '../../lib/api/request-error.ts';
import { toasts } from '../../lib/page/toasts.ts';
import { pasteSelectionMutation } from './pasted-selection.operations.ts';

/** An entry without a record of its own. */
export interface LeftEntry {
  /** Its place, from 1. */
  readonly line: number;
  readonly text: string;
  /** The earlier entry with the same record; null if there is no record. */
  readonly sameAs: number | null;
}

interface Paste {
  readonly list: ListName;
  /** The record whose rows the list has; null: any, and the answer names that of most. */
  readonly within: string | null;
  readonly isAnywhere?: true;
  readonly entries: readonly string[];
}

/** A selection of the records found. */
export interface KeptPaste {
  readonly id: string;
  /** The record that they belong to, in lists of one record. */
  readonly within: string | null;
}

/** More of a request than entries have room for. */
const CHARACTERS_MAX = 800_000;
/** Entries by selection, kept by this page until it is reloaded: those without a record of their own, and that of each record. */
export const pastes = new Map<
  string,
  { readonly left: readonly LeftEntry[]; readonly found: ReadonlyMap<string, string> }
>();

/** Keeps the records of pasted entries as a selection, and returns where it is; null after a failure, which a toast shows. */
export async function pasteList({ entries, ...where }: Paste, t: MessagesHook['t']): Promise<KeptPaste | null> {
  const sent = entries.map((entry) =>
    entry
      .replaceAll('\0', '')
      .slice(0, LIMITS.emailMaxLength + 1)
      .toWellFormed(),
  );
  if (sent.length > LIMITS.pastedEntriesMax || sent.join('').length > CHARACTERS_MAX) {
    toasts.show({ type: 'warning', message: t('listing.pasted.too-many', { max: LIMITS.pastedEntriesMax }) });
    return null;
  }
  try {
    const input = { ...where, entries: sent };
    const { pasteSelection: answer } = await request(pasteSelectionMutation, { input }, { successShown: 'in-place' });
    const { pastedSelection, within: parent, recordIds } = answer;
    const lines = new Map<string, number>();
    const left: LeftEntry[] = [];
    for (const [at, text] of entries.entries()) {
      const record = recordIds[at] ?? null;
      const sameAs = record === null ? null : (lines.get(record) ?? null);
      if (record === null || sameAs !== null) left.push({ line: at + 1, text, sameAs });
      else lines.set(record, at + 1);
    }
    const found = new Map([...lines].map(([record, line]) => [record, entries[line - 1] ?? '']));
    pastes.set(pastedSelection.id, { left, found });
    return { id: pastedSelection.id, within: parent ?? null };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return null;
  }
}
