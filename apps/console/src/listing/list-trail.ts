import * as z from 'zod/mini';

const trail = z.object({
  href: z.string().check(z.startsWith('/')),
  ids: z.array(z.string()).check(z.maxLength(200)),
});
const place = z.object({ top: z.number(), left: z.number() });

/** The page of a list that a person came from: its address and its records in their order. */
export type ListTrail = z.infer<typeof trail>;
/** How far a list was scrolled. */
export type ScrollPlace = z.infer<typeof place>;

/** What a list remembers for the way back, in session storage: each tab has its own. */
export interface TrailStore {
  writeTrail(list: string, value: ListTrail): void;
  readTrail(list: string): ListTrail | null;
  /** The record that was opened last; the list marks its row when the person returns. */
  writeLeft(list: string, id: string): void;
  takeLeft(list: string): string | null;
  /** By history entry, so that each step back finds its own place. */
  writeScroll(entry: string, value: ScrollPlace): void;
  readScroll(entry: string): ScrollPlace | null;
}

const PREFIX = 'backcounter.list';
const SCROLLS_KEPT = 50;

export function createTrailStore(storage: () => Storage): TrailStore {
  const read = <T>(key: string, schema: z.ZodMiniType<T>): T | null => {
    try {
      const text = storage().getItem(`${PREFIX}:${key}`);
      const result = schema.safeParse(text === null ? null : JSON.parse(text));
      return result.success ? result.data : null;
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
    readTrail: (list) => read(`trail:${list}`, trail),
    writeLeft: (list, id) => write(`left:${list}`, id),
    takeLeft: (list) => {
      const id = read(`left:${list}`, z.string());
      if (id !== null) write(`left:${list}`, null);
      return id;
    },
    writeScroll: (entry, value) => {
      const kept = read('scroll', z.array(z.tuple([z.string(), place]))) ?? [];
      write('scroll', [...kept.filter(([key]) => key !== entry), [entry, value]].slice(-SCROLLS_KEPT));
    },
    readScroll: (entry) =>
      (read('scroll', z.array(z.tuple([z.string(), place]))) ?? []).find(([key]) => key === entry)?.[1] ?? null,
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
