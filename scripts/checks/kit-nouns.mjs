import { isTest } from './source-files.mjs';

/** @typedef {import('./source-files.mjs').SourceFile} SourceFile */

const FEATURES = /^apps\/(?:server|console)\/src\/features\/(.+)\/([^/]+)$/;
const KITS =
  /^apps\/(?:server\/src\/(?:attention|audit|crud|graphql|jobs|listing|metrics)|console\/src\/(?:exports|imports|lib|listing|records))\//;
/** Files and folders that still name some; none may be added. */
const NOT_YET =
  /^apps\/console\/src\/(?:imports\/import-words|lib\/(?:api\/file-upload|format\/setting-name|record\/(?:recent-records|record-fields)|settings\/i18n)|listing\/columns\/column-chooser|records\/(?:fields\/chosen-many|action-words|history\/change-words|picture))\b/;
/** Callers of the API, and the console's first page: not records. */
const NO_RECORDS = ['home', 'machine-client', 'session'];
/** Ordinary words too, such as a file store, a live topic, the release of a savepoint: refused as tables and fields. */
const ORDINARY = ['dispatch', 'draw', 'entry', 'preference', 'release', 'store', 'topic'];
/** Places of figures, areas of charts, countries of languages and time zones. */
const PLACES = ['area', 'country'];
const KNOWS_PLACES = /\/(?:metrics|lib\/(?:chart|select))\//;
/** Colours, and examples in descriptions. */
const EXAMPLE = /--bc-[\w-]+|such as (?:`[^`]*`|[^;.'"`])*|[Nn]oun\b[^'"`]*`[^`]*`/g;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)(?:\/\/|--).*$/gm;

/**
 * Folders of features, and those inside one with an entity or SQL of their own, unless a room has the name too.
 * @param {SourceFile[]} files
 */
function nounsOf(files) {
  const nouns = new Set();
  const rooms = new Set(NO_RECORDS);
  for (const { path } of files) {
    const [, folders = '', name = ''] = FEATURES.exec(path) ?? [];
    const [feature = '', ...inside] = folders.split('/');
    nouns.add(feature);
    const last = inside.at(-1) ?? feature;
    if ([`${last}.sql`, `${last}.entity.ts`, `${last}.entity.tsx`].includes(name)) nouns.add(last);
    const room = /^apps\/\w+\/src\/([^/]+)\//.exec(path)?.[1] ?? '';
    for (const each of KITS.test(path) ? path.split('/').slice(3, -1) : [room])
      rooms.add(each).add(each.replace(/s$/, ''));
  }
  return [...nouns].filter((noun) => /^[a-z-]+$/.test(noun) && !rooms.has(noun));
}

/** @param {string[]} nouns @returns {RegExp} */
function pattern(nouns) {
  const words = (/** @type {string[]} */ some) => some.map((noun) => noun.replaceAll('-', '[-_ ]?')).join('|');
  const ordinary = words(nouns.filter((noun) => ORDINARY.includes(noun)));
  const own = words(nouns.filter((noun) => !ORDINARY.includes(noun))).replaceAll(/y(?=\||$)/g, '(?:y|ie)');
  const asField = ordinary && `|(?<!\\w\\[)['"](?:${ordinary})['"]|(?<![a-z])(?:(?:from|join) )?(?:${ordinary})_id`;
  return new RegExp(`(?<![a-z])(?:${own || '$.'})s?(?![a-z])${asField}`, 'i');
}

/** A kit is what features share: it names none of their records, in code or in texts. @param {SourceFile[]} files */
export function kitNounProblems(files) {
  const nouns = nounsOf(files);
  const any = pattern(nouns);
  const withoutPlaces = pattern(nouns.filter((noun) => !PLACES.includes(noun)));
  return files
    .filter(({ path }) => KITS.test(path) && /\.(tsx?|sql)$/.test(path) && !isTest(path))
    .filter(({ path }) => !/\/kits\//.test(path) && !NOT_YET.test(path))
    .flatMap(({ path, text }) =>
      text
        .replaceAll(COMMENT, (comment) => comment.replaceAll(/[^\n]/g, ''))
        .split('\n')
        .flatMap((line, index) => {
          const words = line.replaceAll(EXAMPLE, '').replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_');
          const found = (KNOWS_PLACES.test(path) ? withoutPlaces : any).exec(words);
          return found === null
            ? []
            : [`${path}:${index + 1}: a kit names a record of a feature (${found[0]}): pass it in`];
        }),
    );
}

export const KIT_NOUN_VIOLATIONS = [
  { code: "const sql = 'select coupon_id from job';\n", feature: 'campaign/coupon/coupon.sql' },
  { code: 'const LISTS = { TopicCategories: 1 };\n', feature: 'topic-category/topic-category.entity.ts' },
  { code: "const KINDS = ['release'];\n", feature: 'release/release.graphql.ts' },
].map(({ code, feature }) => ({
  law: 'kits-know-no-nouns',
  file: 'apps/server/src/listing/page.ts',
  code,
  beside: { [`apps/server/src/features/${feature}`]: '' },
}));
