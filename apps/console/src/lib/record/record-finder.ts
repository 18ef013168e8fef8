import type { Role } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';
import type { FaceOwner } from '../presence/presence-face.tsx';

/** A record that a search found. */
export interface FoundRecord {
  readonly href: string;
  readonly title: string;
  /** What tells it from others of the same name. */
  readonly detail: string;
  readonly face: FaceOwner | null;
}

/** An answer to a search. */
export interface FoundRecords {
  /** The best of what was found, in the server's order. */
  readonly records: readonly FoundRecord[];
  /** What the text was recognised as, or that this person may not search by it; null says nothing. */
  readonly matchKey: MessageKey | null;
  /** The text is the key of one record (a number, an e-mail), not a part of a name. */
  readonly isExact: boolean;
  /** The list with this very search, where it holds more than `records`. */
  readonly allHref: string | null;
}

/** Finds records of one kind by any of their keys; the server decides by which this person may search. */
export interface RecordFinder {
  /** Names the keys that these roles may search by; null where they go without saying. */
  readonly hintKey: (roles: readonly Role[]) => MessageKey | null;
  readonly find: (text: string, locale: string, signal: AbortSignal) => Promise<FoundRecords>;
}
