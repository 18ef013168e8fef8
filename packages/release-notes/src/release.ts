/** Types of changes; groups are shown in this order (specification, section 9). OTHER is every unknown type. */
export const CHANGE_TYPES = ['BUG', 'FEATURE', 'IMPROVEMENT', 'OTHER'] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];

/** One change of a release (specification, section 3). */
export interface Change {
  readonly type: ChangeType;
  readonly title: string;
  readonly description: string;
}

/** Changes under one title. */
export interface ChangeList {
  readonly title: string;
  readonly changes: readonly Change[];
}

/** A published release. */
export interface Release {
  readonly id: string;
  readonly version: string;
  /** ISO 8601 date or time, or milliseconds since 1970, as the provider sent it. */
  readonly date: string | number;
  readonly changeLists: readonly ChangeList[];
}

/** Published releases, within limits. */
export interface PublishedReleases {
  readonly releases: readonly Release[];
  /** Number of changes beyond the limit, which `releases` omits. */
  readonly leftOut: number;
}

const LIMITS = { releases: 50, changes: 1000, title: 300, description: 5000 } as const;

/**
 * Control characters other than tab and line feed, and the two direction overrides, which could make a text read as
 * another.
 */
const NOT_TEXT = /[^\P{Cc}\n\t]|[\u202d\u202e]/gu;
const LONE_SURROGATE = /\p{Surrogate}/gu;

function textOf(value: unknown, limit: number): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  const text = String(value);
  const cut = text.length > limit ? `${text.slice(0, limit)}…` : text;
  return cut.replace(LONE_SURROGATE, '\ufffd').replace(NOT_TEXT, '').trim();
}

/** Releases as the provider sent them; the script knows only their ids, its panel reads them. */
export type Published = readonly Readonly<Record<string, unknown>>[];

/** The id of a release as it was sent. */
export const idOf = ({ id }: Published[number]): string => String(id);

/** @throws Error for anything but a list of objects */
export function arrayOf(value: unknown, what = 'the answer'): Published {
  if (!Array.isArray(value) || value.some((each) => each === null || typeof each !== 'object'))
    throw new Error(`${what} is not a list of objects`);
  return value;
}

/**
 * Parses the answer of `/releases/published`. Removes control characters, lone surrogates and direction overrides from
 * texts; skips lists without changes.
 * @throws Error when it is not a list of releases
 */
export function readReleases(json: unknown): PublishedReleases {
  let changes = 0;
  let leftOut = 0;
  const isType = (type: unknown): type is ChangeType => CHANGE_TYPES.includes(type as ChangeType);
  const takeChanges = (list: Published[number], isShown: boolean): Change[] => {
    const all = arrayOf(list['changes'], 'changes');
    const taken = isShown ? all.slice(0, LIMITS.changes - changes) : [];
    changes += taken.length;
    leftOut += all.length - taken.length;
    return taken.map(({ type, title, description }) => ({
      type: isType(type) ? type : 'OTHER',
      title: textOf(title, LIMITS.title),
      description: textOf(description, LIMITS.description),
    }));
  };
  const releases = arrayOf(json)
    .map(({ id, version, date, changeLists }, at): Release => {
      if (!textOf(id, LIMITS.title)) throw new Error('a release has no id');
      return {
        id: textOf(id, LIMITS.title),
        version: textOf(version, LIMITS.title),
        date: typeof date === 'number' ? date : textOf(date, LIMITS.title),
        changeLists: arrayOf(changeLists, 'changeLists')
          .map((list) => ({
            title: textOf(list['title'], LIMITS.title),
            changes: takeChanges(list, at < LIMITS.releases),
          }))
          .filter((list) => list.changes.length > 0),
      };
    })
    .slice(0, LIMITS.releases);
  return { releases, leftOut };
}
