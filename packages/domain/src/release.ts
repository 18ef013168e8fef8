import { z } from 'zod';
import { defineRecord } from './record.ts';
import type { FieldProblem, FieldProblems } from './values/errors.ts';
import { isVisibleText } from './values/localized-text.ts';

/** Types of changes, in display order (specification, section 9). */
export const CHANGE_TYPES = ['BUG', 'FEATURE', 'IMPROVEMENT'] as const;
/** One of the types. */
export type ChangeType = (typeof CHANGE_TYPES)[number];

/** Limits of releases; the database enforces those of texts as well. */
export const RELEASE_LIMITS = {
  numberMaxLength: 64,
  titleMaxLength: 120,
  descriptionMaxLength: 4_000,
  /** Longer descriptions are truncated until the reader expands them (specification, section 9). */
  descriptionShown: 100,
  listsMax: 20,
  /** In all lists of a release together. */
  changesMax: 200,
} as const;

const SEMVER =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)(\.(0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*))*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/;
const DATE_FIRST = Date.UTC(2000, 0, 1);
const DATE_END = Date.UTC(2100, 0, 1);

/** Number of a release, a semantic version (semver.org) such as `3.2.0` or `4.0.0-rc.1`. Breaks rule `semver`. */
export const releaseNumber = z
  .string()
  .trim()
  .min(1)
  .max(RELEASE_LIMITS.numberMaxLength)
  .regex(SEMVER, { error: 'semver' });

/** One line of text that readers see. */
export const releaseTitle = z
  .string()
  .trim()
  .min(1)
  .max(RELEASE_LIMITS.titleMaxLength)
  .refine(isVisibleText, { error: 'characters' });

/** Meaning of a change for readers. */
export const changeDescription = z
  .string()
  .trim()
  .min(1)
  .max(RELEASE_LIMITS.descriptionMaxLength)
  .refine(isVisibleText, { error: 'characters' });

/** Field rules of a change. `id`: an existing change, which may come from another list. */
export const changeFields = z.strictObject({
  id: z.uuid().nullable().optional(),
  type: z.enum(CHANGE_TYPES),
  title: releaseTitle,
  description: changeDescription,
});
/** The entered fields of a change. */
export type ChangeInput = z.infer<typeof changeFields>;

/** Field rules of a list of changes. */
export const changeListFields = z.strictObject({
  id: z.uuid().nullable().optional(),
  title: releaseTitle,
  changes: z.array(changeFields),
});
/** The entered fields of a list of changes. */
export type ChangeListInput = z.infer<typeof changeListFields>;

/** A release: its entered fields, apart from the lists of changes. */
export const releaseRecord = defineRecord('release', {
  number: {
    kind: 'TEXT',
    description: 'Semantic version of the product, such as `1.2.0`; a new one is greater than every published one.',
    rule: releaseNumber,
  },
  date: {
    kind: 'INSTANT',
    description: 'Shown as the date of the release.',
    rule: z.date().refine((date) => date.getTime() >= DATE_FIRST && date.getTime() < DATE_END, { error: 'date' }),
  },
});

/** Field rules of a release with its lists, shared by forms and the API. `releaseProblems` has the rules between fields. */
export const releaseFields = releaseRecord.whole.extend({ changeLists: z.array(changeListFields) });
/** The entered fields of a release. */
export type ReleaseInput = z.infer<typeof releaseFields>;

/** Problems of a release as a whole, by field. A draft may have empty lists or none, but then it can't be published. */
export function releaseProblems({ changeLists }: Pick<ReleaseInput, 'changeLists'>): FieldProblems {
  const problems: Record<string, FieldProblem[]> = {};
  const { listsMax, changesMax } = RELEASE_LIMITS;
  if (changeLists.length > listsMax) problems['changeLists'] = [{ rule: 'too-many' }];
  let changes = 0;
  for (const [at, list] of changeLists.entries()) {
    changes += list.changes.length;
    if (changes > changesMax) problems[`changeLists.${at}.changes`] ??= [{ rule: 'too-many' }];
  }
  return problems;
}

/** True when the release can be published: it has a list, and each list has a change. */
export function isReleaseComplete(changeLists: readonly { readonly changes: readonly unknown[] }[]): boolean {
  return changeLists.length > 0 && changeLists.every(({ changes }) => changes.length > 0);
}

/** Candidates for the next release number: patch, minor, major. */
export interface NextNumbers {
  readonly patch: string;
  readonly minor: string;
  readonly major: string;
}

/**
 * The numbers after one, each greater than it; without one, the first numbers of a product. The next patch of a
 * pre-release is its own release.
 */
export function nextNumbers(number: string | null): NextNumbers {
  const parts = SEMVER.exec(number ?? '');
  if (parts === null) return { patch: '0.0.1', minor: '0.1.0', major: '1.0.0' };
  const [major = 0n, minor = 0n, patch = 0n] = parts.slice(1, 4).map(BigInt);
  const isPreRelease = parts[4] !== undefined;
  return {
    patch: `${major}.${minor}.${isPreRelease ? patch : patch + 1n}`,
    minor: `${major}.${minor + 1n}.0`,
    major: `${major + 1n}.0.0`,
  };
}
