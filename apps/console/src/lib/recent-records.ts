import type { MessageKey } from '@backcounter/i18n';
import type { FaceOwner } from './presence-face.tsx';

/** A record's page that was opened. */
export interface RecentRecord {
  /** Path without search: the record, not one of its tabs. */
  readonly href: string;
  readonly title: string;
  /** Name of the section it belongs to. */
  readonly sectionKey: MessageKey;
}

const KEPT = 8;
// Only in memory: names of people do not belong on the disk of a shared computer.
let records: readonly RecentRecord[] = [];
const listeners = new Set<() => void>();
const faces = new Map<string, FaceOwner>();
const set = (next: readonly RecentRecord[]) => {
  records = next;
  for (const href of faces.keys()) if (!records.some((record) => record.href === href)) faces.delete(href);
  for (const listener of listeners) listener();
};

/** Records opened in this tab, the last one first. */
export const recentRecords = {
  list: () => records,
  note: (record: RecentRecord) => set([record, ...records.filter(({ href }) => href !== record.href)].slice(0, KEPT)),
  /** The face of a record that is a person; null for others. */
  faceOf: (href: string): FaceOwner | null => faces.get(href) ?? null,
  setFace: (href: string, face: FaceOwner) => void faces.set(href, face),
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
