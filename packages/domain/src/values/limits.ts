/** Limits that both the server and the console state and enforce. */
export const LIMITS = {
  pageSizeDefault: 25,
  pageSizeMax: 100,
  countExactUpTo: 10_000,
  searchDelayMs: 250,
  searchMaxLength: 200,
  /** Entries of a pasted list. */
  pastedEntriesMax: 10_000,
  /** Entries of a file of keys, which the console pastes in parts. */
  pastedFileEntriesMax: 100_000,
  reasonMaxLength: 300,
  displayNameMaxLength: 80,
  emailMaxLength: 254,
  filterValuesMax: 100,
  /** Most matches of a live filter, such as accounts that are online. */
  liveFilterMax: 10_000,
} as const;

/** Limits of an uploaded picture. */
export const PICTURE_LIMITS = {
  bytesMax: 10_000_000,
  pixelsMax: 40_000_000,
  mediaTypes: ['image/png', 'image/jpeg', 'image/webp'],
} as const;

/** Page sizes that a list offers. */
export const PAGE_SIZES = [25, 50, 100] as const;

/** Row heights of a list. */
export const DENSITIES = ['compact', 'normal', 'comfortable'] as const;
export type Density = (typeof DENSITIES)[number];

/** Limits of saved views. */
export const SAVED_VIEW_LIMITS = {
  /** Views per list, of one person and of the team. */
  viewsMax: 50,
  nameMaxLength: 60,
  /** Of the state as JSON. */
  stateBytesMax: 8000,
} as const;

/** Key of the preference that holds a person's settings. */
export const STAFF_SETTINGS_KEY = 'settings';
/** Key of the preference that holds a person's chosen language. */
export const STAFF_LANGUAGE_KEY = 'language';
/** Hours from 0 to 23, or from 1 to 12. */
export const CLOCKS = ['h23', 'h12'] as const;
/** Possible first days of the week, numbered as in ISO 8601: Monday 1, Saturday 6, Sunday 7. */
export const WEEK_STARTS = [1, 6, 7] as const;
/** Pages that a person can choose as start page. */
export const START_PAGES = [
  '/',
  '/dashboard',
  '/accounts',
  '/stores',
  '/notifications',
  '/giveaways',
  '/campaigns',
] as const;
