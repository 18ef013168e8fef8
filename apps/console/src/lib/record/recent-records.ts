import { RECENT_KINDS, type RecentKind } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { RecentRecordsQuery } from '../../generated/graphql.ts';
import { load, request } from '../api/graphql-client.ts';
import { settingName } from '../format/setting-name.ts';
import type { FaceOwner } from '../presence/presence-face.tsx';
import { say } from '../settings/i18n.ts';
import { noteRecentRecordMutation, recentRecordsQuery } from './recent-records.operations.ts';

type Row = RecentRecordsQuery['recentRecords'][number];

/** A record that the person has opened. */
export interface RecentRecord {
  /** Path of the record: without tabs, and without state of the list that led to it. */
  readonly href: string;
  readonly title: string;
  /** Name of the section it belongs to. */
  readonly sectionKey: MessageKey;
  /** The face of a person; null for other records. */
  readonly face: FaceOwner | null;
}

/** Address and section of each kind; the id is in place of the star. */
const PLACES: Readonly<Record<RecentKind, readonly [path: string, sectionKey: MessageKey]>> = {
  account: ['/accounts/*', 'shell.page.accounts'],
  app: ['/admin/apps?edit=*', 'shell.page.apps'],
  area: ['/admin/areas?edit=*', 'shell.page.areas'],
  badge: ['/admin/badges?edit=*', 'shell.page.badges'],
  'badge-category': ['/admin/badge-categories?edit=*', 'shell.page.badge-categories'],
  campaign: ['/campaigns/*', 'shell.page.campaigns'],
  'config-entry': ['/admin/config?edit=*', 'shell.page.config'],
  country: ['/admin/countries?edit=*', 'shell.page.countries'],
  giveaway: ['/giveaways/*/transactions', 'shell.page.giveaways'],
  'machine-client': ['/admin/machine-clients?edit=*', 'shell.page.machine-clients'],
  notification: ['/notifications/*', 'shell.page.notifications'],
  release: ['/admin/releases/*', 'shell.page.releases'],
  segment: ['/accounts/segments/*', 'shell.page.segments'],
  'staff-member': ['/admin/people?edit=*', 'shell.page.people'],
  store: ['/stores/*', 'shell.page.stores'],
  streamer: ['/admin/streamers?edit=*', 'shell.page.streamers'],
  topic: ['/admin/topics?edit=*', 'shell.page.topics'],
  'topic-category': ['/admin/topic-categories?edit=*', 'shell.page.topic-categories'],
  'translation-language': ['/admin/translations/*', 'shell.page.translations'],
};
const KINDS = Object.keys(RECENT_KINDS) as readonly RecentKind[];

/** Faces of people whose page was opened in this tab, by id of their account. */
const faces = new Map<string, FaceOwner>();

/** Keeps the face for the list of recent records. */
export const setRecentFace = (face: FaceOwner): void => void faces.set(face.id, face);

/** The record at an address; null if its kind is not kept. */
export function recordAt(href: string): Pick<Row, 'kind' | 'id'> | null {
  for (const kind of KINDS) {
    const [before = '', after = ''] = PLACES[kind][0].split('*');
    if (!href.startsWith(before) || !href.endsWith(after)) continue;
    const id = href.slice(before.length, href.length - after.length);
    if (id !== '' && !/[/?&]/.test(id)) return { kind, id: decodeURIComponent(id) };
  }
  return null;
}

function shown({ kind, id, name }: Row): readonly RecentRecord[] {
  const place = PLACES[kind as RecentKind];
  // A newer server knows more kinds.
  if (place === undefined) return [];
  const initials = { id, displayName: name, firebaseId: null, hasPicture: false };
  return [
    {
      href: place[0].replace('*', encodeURIComponent(id)),
      title: kind === 'config-entry' ? settingName(name, { t: say }) : name,
      sectionKey: place[1],
      face: kind === 'account' ? (faces.get(id) ?? initials) : null,
    },
  ];
}

const keyOf = (locale: string) => ['recent-records', locale];
let last: string | null = null;

/** Puts the record at an address before the others, at once here and then on the server. */
export async function noteRecord(
  { href, title, locale }: { readonly href: string; readonly title: string; readonly locale: string },
  queryClient: QueryClient,
): Promise<void> {
  const record = recordAt(href);
  if (record === null) return;
  const isSame = (row: Row) => row.kind === record.kind && row.id === record.id;
  queryClient.setQueryData<readonly Row[]>(
    keyOf(locale),
    (rows) => rows && [{ ...record, name: title }, ...rows.filter((row) => !isSame(row))],
  );
  if (last === href) return;
  last = href;
  const { noteRecentRecord } = await request(
    noteRecentRecordMutation,
    { input: record, locale },
    { errorsShown: 'in-log', successShown: 'nowhere' },
  );
  if (last === href) queryClient.setQueryData<readonly Row[]>(keyOf(locale), noteRecentRecord.recentRecords);
}

/** Records that the person has opened in any browser, the last one first. */
export function useRecentRecords() {
  const { locale } = useMessages();
  return useQuery({
    queryKey: keyOf(locale),
    queryFn: async ({ signal }): Promise<readonly Row[]> =>
      (await load(recentRecordsQuery, { locale }, signal)).recentRecords,
    select: (rows) => rows.flatMap(shown),
  });
}
