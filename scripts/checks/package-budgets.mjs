/**
 * Bytes of an entry as bundled by a consumer (minified, gzip), without peers and dynamic imports.
 * @type {Record<string, Record<string, number>>}
 */
export const SIZE_BUDGETS = {
  auth: { '.': 30_000, './react': 600 },
  client: { '.': 5_000 },
  i18n: { '.': 18_000, './locale': 1_000, './messages': 1_000, './react': 14_000 },
  presence: { '.': 1_000, './embedded': 4_300, './firebase': 4_000, './react': 2_500 },
  'release-notes': { '.': 5_500 },
};
