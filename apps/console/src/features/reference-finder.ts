import type { FindPlacesAndSettingsQuery, FindTopicsAndBadgesQuery } from '../generated/graphql.ts';
import { load } from '../lib/api/graphql-client.ts';
import { settingName } from '../lib/format/setting-name.ts';
import type { FoundRecord, RecordFinder } from '../lib/record/record-finder.ts';
import { say } from '../lib/settings/i18n.ts';
import { findPlacesAndSettingsQuery, findTopicsAndBadgesQuery } from './reference-finder.operations.ts';

const SHOWN = 4;

type Answer = FindPlacesAndSettingsQuery & FindTopicsAndBadgesQuery;
type Kind = Exclude<keyof Answer, '__typename'>;

/** The pending request that all finders of one text share. */
let shared: { readonly asked: string; readonly answer: Promise<Answer> } | null = null;

function askOnce(text: string, locale: string, signal: AbortSignal): Promise<Answer> {
  const asked = JSON.stringify([text, locale]);
  if (shared?.asked === asked) return shared.answer;
  const variables = { search: text, first: SHOWN, locale };
  // All kinds in one document would exceed the query limits.
  const answer = Promise.all([
    load(findPlacesAndSettingsQuery, variables, signal),
    load(findTopicsAndBadgesQuery, variables, signal),
  ]).then(([some, others]) => ({ ...some, ...others }));
  const own = { asked, answer };
  shared = own;
  const forget = () => {
    if (shared === own) shared = null;
  };
  // Finders of a text start and abort together, so the first one's signal applies to all.
  signal.addEventListener('abort', forget);
  answer.then(forget, forget);
  return answer;
}

/** Finds records of one kind of reference data by their code, or by their name in any language. */
function finderOf<Each extends Kind>(
  kind: Each,
  path: string,
  lineOf: (node: Answer[Each]['nodes'][number]) => Pick<FoundRecord, 'title' | 'detail'>,
): RecordFinder {
  return {
    hintKey: () => null,
    async find(text, locale, signal) {
      const { nodes, pageInfo } = (await askOnce(text, locale, signal))[kind];
      const all: readonly Answer[Each]['nodes'][number][] = nodes;
      return {
        records: all.map((node) => ({
          href: `${path}?${new URLSearchParams({ edit: node.id })}`,
          face: null,
          ...lineOf(node),
        })),
        matchKey: null,
        isExact: false,
        hasMore: pageInfo.hasNextPage,
      };
    },
  };
}

const named = ({ name, code }: { readonly name: string; readonly code: string }) => ({ title: name, detail: code });

/** Areas by code or name. */
export const areaFinder = finderOf('areas', '/admin/areas', named);
/** Countries by code or name. */
export const countryFinder = finderOf('countries', '/admin/countries', named);
/** Topics by code or name. */
export const topicFinder = finderOf('topics', '/admin/topics', named);
/** Topic categories by code or name. */
export const topicCategoryFinder = finderOf('topicCategories', '/admin/topic-categories', named);
/** Badges by code or name. */
export const badgeFinder = finderOf('badges', '/admin/badges', named);
/** Badge categories by code or name. */
export const badgeCategoryFinder = finderOf('badgeCategories', '/admin/badge-categories', named);
/** Settings by key or description. */
export const configEntryFinder = finderOf('configEntries', '/admin/config', ({ key }) => ({
  title: settingName(key, { t: say }),
  detail: '',
}));
