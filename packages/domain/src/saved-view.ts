import { z } from 'zod';
import { DENSITIES, LIMITS, PAGE_SIZES, SAVED_VIEW_LIMITS } from './values/limits.ts';

/** Owner of a saved view: one person, or everyone who may read the list. */
export const SAVED_VIEW_SCOPES = ['PERSONAL', 'TEAM'] as const;
export type SavedViewScope = (typeof SAVED_VIEW_SCOPES)[number];

const COLUMNS_MAX = 60;
const FILTERS_MAX = 30;
const FILTER_TEXT_MAX = 6000;
const WIDTH_MAX_PX = 2000;

const key = z.string().regex(/^[a-z][A-Za-z0-9-]{0,39}$/);

/** The name of a saved view on its tab: one line. */
export const savedViewName = z
  .string()
  .trim()
  .min(1)
  .max(SAVED_VIEW_LIMITS.nameMaxLength)
  .refine((name) => !/\p{Cc}/u.test(name), { error: 'invalid' });

/**
 * Content of a saved view. Filters and sort order are written as in the list's URL (`{"state":"SUSPENDED"}`,
 * `-created`), so that a link and a view mean the same. Null: the list's default. Widths are in px.
 */
export const savedViewState = z.strictObject({
  search: z.string().max(LIMITS.searchMaxLength),
  filters: z
    .record(key, z.string().max(FILTER_TEXT_MAX))
    .refine((filters) => Object.keys(filters).length <= FILTERS_MAX, { error: 'too-many' }),
  sort: z
    .string()
    .regex(/^-?[a-z][A-Za-z0-9-]{0,39}$/)
    .nullable(),
  columns: z.array(key).min(1).max(COLUMNS_MAX).nullable(),
  widths: z
    .record(key, z.int().min(1).max(WIDTH_MAX_PX))
    .refine((widths) => Object.keys(widths).length <= COLUMNS_MAX, { error: 'too-many' }),
  density: z.enum(DENSITIES),
  size: z.literal(PAGE_SIZES).nullable(),
  /** Absent: the table. */
  kind: z.enum(['timeline', 'calendar']).optional(),
});
export type SavedViewState = z.infer<typeof savedViewState>;
