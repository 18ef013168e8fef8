import { isListOf, isNumber, isRecord, isText, type Shape } from '../../lib/settings/shape.ts';

/** The page of a list that a person came from: its URL and its records in order. */
export interface ListTrail {
  readonly href: string;
  readonly ids: readonly string[];
}
/** Scroll offset of a list. */
export interface ScrollPlace {
  readonly top: number;
  readonly left: number;
}

const isTrail: Shape<ListTrail> = (value): value is ListTrail =>
  isRecord(value) && isText(value['href']) && value['href'].startsWith('/') && isListOf(isText, 200)(value['ids']);
const isPlace: Shape<ScrollPlace> = (value): value is ScrollPlace =>
  isRecord(value) && isNumber(value['top']) && isNumber(value['left']);
type KeptScroll = readonly [entry: string, place: ScrollPlace];
const isKeptScroll: Shape<KeptScroll> = (value): value is KeptScroll =>
  Array.isArray(value) && value.length === 2 && isText(value[0]) && isPlace(value[1]);
const isScrolls = isListOf(isKeptScroll);

/** Data of a list for the way back, in session storage: each tab has its own. */
export interface TrailStore {
  writeTrail(list: string, value: ListTrail): void;
  readTrail(list: string): ListTrail | null;
  /** The record that was opened last; the list marks its row when the person returns. */
  writeLeft(list: string, id: string): void;
  takeLeft(list: string): string | null;
  /** By history entry, so that each step back restores its own offset. */
  writeScroll(entry: string, value: ScrollPlace): void;
  readScroll(entry: string): ScrollPlace | null;
}

const PREFIX = 'backcounter.list';
const SCROLLS_KEPT = 50;

export function createTrailStore(storage: () => Storage): TrailStore {
  const read = <T>(key: string, isShape: Shape<T>): T | null => {
    try {
      const text = storage().getItem(`${PREFIX}:${key}`);
      const value: unknown = text === null ? null : JSON.parse(text);
      return isShape(value) ? value : null;
    } catch (error) {
      console.warn('list trail', error);
      return null;
    }
  };
  const write = (key: string, value: unknown) => {
    try {
      storage().setItem(`${PREFIX}:${key}`, JSON.stringify(value));
    } catch (error) {
      console.warn('list trail', error);
    }
  };
  return {
    writeTrail: (list, value) => write(`trail:${list}`, value),
    readTrail: (list) => read(`trail:${list}`, isTrail),
    writeLeft: (list, id) => write(`left:${list}`, id),
    takeLeft: (list) => {
      const id = read(`left:${list}`, isText);
      if (id !== null) write(`left:${list}`, null);
      return id;
    },
    writeScroll: (entry, value) => {
      const kept = read('scroll', isScrolls) ?? [];
      write('scroll', [...kept.filter(([key]) => key !== entry), [entry, value]].slice(-SCROLLS_KEPT));
    },
    readScroll: (entry) => (read('scroll', isScrolls) ?? []).find(([key]) => key === entry)?.[1] ?? null,
  };
}

/** The trails of this tab. */
export const trails = createTrailStore(() => sessionStorage);

/** The records before and after one in the list that the person came from. */
export function neighbours(
  from: ListTrail | null,
  id: string,
): { readonly previous: string | null; readonly next: string | null } | null {
  const index = from?.ids.indexOf(id) ?? -1;
  if (!from || index < 0) return null;
  return { previous: from.ids[index - 1] ?? null, next: from.ids[index + 1] ?? null };
}
