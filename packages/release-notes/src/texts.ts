import type { ReleaseNotesOptions } from './install-options.ts';
import { log, textOf } from './popup-log.ts';

/** Every text of the popup in English by its key, as passed to the host's translation function. */
export const RELEASE_NOTES_TEXTS = {
  'releaseNotes.title': "What's included in the latest release(s)",
  'releaseNotes.bug': 'Bug',
  'releaseNotes.feature': 'Feature',
  'releaseNotes.improvement': 'Improvement',
  'releaseNotes.other': 'Other',
  'releaseNotes.readMore': 'Read More',
  'releaseNotes.readLess': 'Read Less',
  'releaseNotes.viewMore': 'View More',
  'releaseNotes.newTab': 'opens in a new tab',
  'releaseNotes.markAsRead': 'Mark as Read',
  'releaseNotes.dismiss': 'Dismiss',
  'releaseNotes.close': 'Close',
  'releaseNotes.leftOut': 'Changes not shown: {count}',
} as const;

export type TextKey = keyof typeof RELEASE_NOTES_TEXTS;
/** Values of the placeholders of a text. */
export type TextValues = Readonly<Record<string, string | number>>;

/** The text of a key in the host's language, or in English. */
export type Texts = (key: TextKey, values?: TextValues) => string;

const fill = (english: string, values: TextValues = {}) =>
  english.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));

function translated(options: ReleaseNotesOptions, key: string, english: string, values?: TextValues) {
  let text: unknown;
  try {
    text = options.translate?.(key, english, values);
  } catch (cause) {
    log(options, `No translation of ${key}: ${textOf(cause)}`);
  }
  return typeof text === 'string' && text !== '' ? text : fill(english, values);
}

/** Texts by the host's translation function; in English without one, or when it throws. */
export function textsOf(options: ReleaseNotesOptions): Texts {
  return (key, values) => translated(options, key, RELEASE_NOTES_TEXTS[key], values);
}

/** The title: the option or the default, either translated. */
export function titleOf(options: ReleaseNotesOptions): string {
  const { title } = options;
  const english = title ?? RELEASE_NOTES_TEXTS['releaseNotes.title'];
  return translated(options, title ?? 'releaseNotes.title', english);
}
