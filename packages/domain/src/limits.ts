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
