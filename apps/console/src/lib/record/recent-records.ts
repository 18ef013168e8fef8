import type { MessageKey } from '@backcounter/i18n';
import { createAtom } from '@tanstack/react-store';
import { useEffect } from 'react';
import type { FaceOwner } from '../presence/presence-face.tsx';

/** A record's page that was opened. */
export interface RecentRecord {
  /** Path of the record: without tabs, and without state of the list that led to it. */
  readonly href: string;
  readonly title: string;
  /** Name of the section it belongs to. */
  readonly sectionKey: MessageKey;
}

const KEPT = 8;
// In memory only: names of people must not be on the disk of a shared computer.
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
  /** The face of a record of a person; null for others. */
  faceOf: (href: string): FaceOwner | null => faces.get(href) ?? null,
  setFace: (href: string, face: FaceOwner) => void faces.set(href, face),
};

/** Adds the record on screen; does nothing until its name is known. */
export function useNoteRecord(href: string | null, sectionKey: MessageKey, title: string | null): void {
  useEffect(() => {
    if (href !== null && title !== null) recentRecords.note({ href, title, sectionKey });
  }, [href, sectionKey, title]);
}
