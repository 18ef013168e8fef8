/** Limits that both sides state to people and enforce. */
export const LIMITS = {
  pageSizeDefault: 25,
  pageSizeMax: 100,
  countExactUpTo: 10_000,
  searchDelayMs: 250,
  searchMaxLength: 200,
  reasonMaxLength: 300,
  displayNameMaxLength: 80,
  emailMaxLength: 254,
  filterValuesMax: 100,
  /** Rows for which a filter of this moment, such as who is online, may hold. */
  liveFilterMax: 10_000,
} as const;

/** What a picture may be that people send. */
export const PICTURE_LIMITS = {
  bytesMax: 10_000_000,
  pixelsMax: 40_000_000,
  mediaTypes: ['image/png', 'image/jpeg', 'image/webp'],
} as const;

/** Page sizes that a list offers. */
export const PAGE_SIZES = [25, 50, 100] as const;

/** How close the rows of a list stand. */
export const DENSITIES = ['compact', 'normal', 'comfortable'] as const;
export type Density = (typeof DENSITIES)[number];

/** Limits of saved views. */
export const SAVED_VIEW_LIMITS = {
  /** Views of one person, and of the team, in one list. */
  viewsMax: 50,
  nameMaxLength: 60,
  /** Of the state as JSON. */
  stateBytesMax: 8000,
} as const;

/** Key of the preference that holds a person's settings. */
export const STAFF_SETTINGS_KEY = 'settings';
/** Key of the preference that holds the language a person has chosen. */
export const STAFF_LANGUAGE_KEY = 'language';
/** Hours from 0 to 23, or from 1 to 12. */
export const CLOCKS = ['h23', 'h12'] as const;
/** Days on which a week may begin, as ISO 8601 counts them: Monday 1, Saturday 6, Sunday 7. */
export const WEEK_STARTS = [1, 6, 7] as const;
/** Pages that may come first. */
export const START_PAGES = [
  '/',
  '/dashboard',
  '/accounts',
  '/stores',
  '/notifications',
  '/giveaways',
  '/campaigns',
] as const;
