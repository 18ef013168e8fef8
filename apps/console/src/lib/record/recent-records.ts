import type { MessageKey } from '@backcounter/i18n';
import { createAtom } from '@tanstack/react-store';
import { useEffect } from 'react';
import type { FaceOwner } from '../presence/presence-face.tsx';

/** A record's page that was opened. */
export interface RecentRecord {
  /** Where the record is shown: not one of its tabs, and nothing of the list that led to it. */
  readonly href: string;
  readonly title: string;
  /** Name of the section it belongs to. */
  readonly sectionKey: MessageKey;
}

const KEPT = 8;
// Only in memory: names of people do not belong on the disk of a shared computer.
const records = createAtom<readonly RecentRecord[]>([]);
const faces = new Map<string, FaceOwner>();
const set = (next: readonly RecentRecord[]) => {
  for (const href of faces.keys()) if (!next.some((record) => record.href === href)) faces.delete(href);
  records.set(next);
};

/** Records opened in this tab, the last one first. */
export const recentRecords = {
  list: records,
  note: (record: RecentRecord) =>
    set([record, ...records.get().filter(({ href }) => href !== record.href)].slice(0, KEPT)),
  /** The face of a record that is a person; null for others. */
  faceOf: (href: string): FaceOwner | null => faces.get(href) ?? null,
  setFace: (href: string, face: FaceOwner) => void faces.set(href, face),
};

/** Keeps the record on screen; nothing while it is not there or has no name yet. */
export function useNoteRecord(href: string | null, sectionKey: MessageKey, title: string | null): void {
  useEffect(() => {
    if (href !== null && title !== null) recentRecords.note({ href, title, sectionKey });
  }, [href, sectionKey, title]);
}
