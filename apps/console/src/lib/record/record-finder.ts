import type { Role } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';
import type { FaceOwner } from '../presence/presence-face.tsx';

/** A record that a search found. */
export interface FoundRecord {
  readonly href: string;
  readonly title: string;
  /** Distinguishes it from records of the same name. */
  readonly detail: string;
  readonly face: FaceOwner | null;
  /** Only sounds or looks like the text: shown where nothing else matches. */
  readonly isSimilar?: boolean;
}

/** Result of a search. */
export interface FoundRecords {
  /** The best matches, in the server's order. */
  readonly records: readonly FoundRecord[];
  /** How the text was recognised, or that this person may not search by it; null: no message. */
  readonly matchKey: MessageKey | null;
  /** The text is the key of one record (a number, an email), not a part of a name. */
  readonly isExact: boolean;
  /** There are more matches than `records`. */
  readonly hasMore: boolean;
}

/** Finds records of one kind by any of their keys; the server decides by which ones this person may search. */
export interface RecordFinder {
  /** Hint of the keys that these roles may search by; null if they are obvious. */
  readonly hintKey: (roles: readonly Role[]) => MessageKey | null;
  readonly find: (text: string, locale: string, signal: AbortSignal) => Promise<FoundRecords>;
}
