import type { Permission } from './policy.ts';
import { PICTURE_LIMITS } from './values/limits.ts';

export * from './import-reading.ts';

/** Imports that fill no list, with the permission needed besides `import.use`. */
const OTHER_IMPORTS = {
  OWN_COUPONS: 'coupon.add-own',
  POINTS: 'points.adjust',
  ACCOUNT_PICTURES: 'account.edit',
  BADGE_PICTURES: 'badge.edit',
} as const satisfies Readonly<Record<string, Permission>>;

/** All that can be imported from a file, with the permission needed besides `import.use`. */
export const IMPORT_PERMISSIONS = {
  ACCOUNTS: 'account.edit',
  AREAS: 'area.edit',
  BADGES: 'badge.edit',
  BADGE_CATEGORIES: 'badge-category.edit',
  COUNTRIES: 'country.edit',
  STORES: 'store.edit',
  TOPICS: 'topic.edit',
  TOPIC_CATEGORIES: 'topic-category.edit',
  TRANSLATIONS: 'translation.write',
  ...OTHER_IMPORTS,
} as const satisfies Readonly<Record<string, Permission>>;
export type ImportEntity = keyof typeof IMPORT_PERMISSIONS;

/** The entities, in the order of the table. */
export const IMPORT_ENTITIES = /* @__PURE__ */ Object.keys(IMPORT_PERMISSIONS) as readonly ImportEntity[];

/** A list that can be filled from a file, and be exported. */
export type ImportList = Exclude<ImportEntity, keyof typeof OTHER_IMPORTS>;
/** The lists, in the order of the table. */
export const IMPORT_LISTS = /* @__PURE__ */ IMPORT_ENTITIES.filter(
  (each): each is ImportList => !Object.hasOwn(OTHER_IMPORTS, each),
);
/** Further imports that lists offer. */
export const LIST_IMPORTS: Readonly<Partial<Record<string, readonly ImportEntity[]>>> = {
  ACCOUNTS: ['POINTS', 'ACCOUNT_PICTURES'],
  BADGES: ['BADGE_PICTURES'],
  STORES: ['POINTS'],
};

/** Imports whose file is a ZIP archive of pictures, named by their records. */
export const PICTURE_IMPORTS: readonly ImportEntity[] = ['ACCOUNT_PICTURES', 'BADGE_PICTURES'];

/** Effect of an empty cell on an existing record: keep the value, or clear it. */
export const IMPORT_EMPTY_CELLS = ['LEAVE', 'CLEAR'] as const;
export type ImportEmptyCells = (typeof IMPORT_EMPTY_CELLS)[number];

/** Effect of a row whose record exists. */
export const IMPORT_EXISTING_ROWS = ['UPDATE', 'SKIP'] as const;
export type ImportExistingRows = (typeof IMPORT_EXISTING_ROWS)[number];

/** Effect of a row whose record does not exist yet. */
export const IMPORT_MISSING_ROWS = ['CREATE', 'SKIP'] as const;
export type ImportMissingRows = (typeof IMPORT_MISSING_ROWS)[number];

/** Limits of a file to import. */
export const IMPORT_LIMITS = {
  bytesMax: 512_000_000,
  columnsMax: 200,
  rowsMax: 5_000_000,
  /** Characters of one cell, the limit of spreadsheets. */
  cellMax: 32_767,
  /** Rows shown before an import, and refused rows shown after a check. */
  sampleRows: 5,
  problemsShown: 100,
  /** Retention of files and their mappings, in hours. */
  keptHours: 24,
  fileNameMax: 200,
  /** Files of a ZIP archive of pictures, and bytes of each. */
  picturesMax: 50_000,
  pictureBytesMax: PICTURE_LIMITS.bytesMax,
  /** Rows that one correction changes, in about a second. Longer cells without a mistake are shortened, and can't be edited. */
  correctedMax: 10_000,
  cellShown: 300,
  /** Values shown of a kind of mistake. */
  valuesShown: 3,
} as const;
