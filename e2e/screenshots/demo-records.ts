import { send } from '../harness/api.ts';
import type { Visit } from '../harness/visit.ts';

/** Records that screens show: a list of the API, and a filter whose first row is worth looking at. */
const DEMO_RECORDS = {
  account:
    'accounts(filter: { state: { in: [ACTIVE] }, pushConsent: true, points: { from: 500 } }, sort: { key: BADGES, direction: DESC })',
  'suspended-account': 'accounts(filter: { state: { in: [SUSPENDED] } }, sort: { key: POINTS, direction: DESC })',
  'closed-account': 'accounts(filter: { state: { in: [CLOSED] } }, sort: { key: POINTS, direction: DESC })',
  'erased-account': 'accounts(filter: { state: { in: [ERASED] } })',
  segment: 'segments(search: "Win-back")',
  'grouped-segment': 'segments(search: "Readers")',
  store: 'stores(filter: { state: { in: [ACTIVE] } }, sort: { key: BALANCE, direction: DESC })',
  'busy-store': 'stores(filter: { online: true }, sort: { key: SID, direction: ASC })',
  'suspended-store': 'stores(filter: { state: { in: [SUSPENDED] } }, sort: { key: BALANCE, direction: DESC })',
  'complete-notification': 'notifications(search: "Chocolate tasting")',
  'draft-notification': 'notifications(filter: { state: { in: [DRAFT] } })',
  'scheduled-notification': 'notifications(filter: { state: { in: [SCHEDULED] } })',
  'paused-notification': 'notifications(filter: { state: { in: [PAUSED] } })',
  'sent-notification': 'notifications(filter: { state: { in: [SENT] } }, sort: { key: RECIPIENTS, direction: DESC })',
  'failed-notification': 'notifications(filter: { state: { in: [FAILED] } })',
  'complete-giveaway': 'giveaways(search: "BREAKFAST-CLUB")',
  'draft-giveaway': 'giveaways(search: "ROAD-TRIP-27")',
  'open-giveaway': 'giveaways(filter: { status: { in: [OPEN] } })',
  'drawn-giveaway': 'giveaways(filter: { status: { in: [DRAWN] } })',
  'announced-giveaway': 'giveaways(filter: { status: { in: [ANNOUNCED] } })',
  'settled-giveaway': 'giveaways(filter: { status: { in: [SETTLED] } })',
  'complete-campaign': 'campaigns(search: "LOYALTY-27")',
  'draft-campaign': 'campaigns(search: "TOKYO-NIGHTS-27")',
  'running-campaign': 'campaigns(search: "AUTUMN-LIVE-26")',
  'shared-campaign': 'campaigns(search: "STREAM-WEEK-26")',
  'exhausted-campaign': 'campaigns(search: "BLACK-WEEK-26")',
  'paused-campaign': 'campaigns(filter: { status: { in: [PAUSED] } })',
  'pending-approval': 'approvals(filter: { state: { in: [PENDING] } })',
  area: 'areaRecords',
  country: 'countryRecords(search: "DE")',
  topic: 'topics',
  'topic-category': 'topicCategories',
  badge: 'badges(filter: { state: { in: [ACTIVE] } })',
  'badge-category': 'badgeCategories',
  'config-entry': 'configEntries',
  streamer: 'streamers',
  release: 'releases(filter: { state: { in: [PUBLISHED] } })',
  'draft-release': 'releases(filter: { state: { in: [DRAFT] } })',
  // Identified by the languages of the product.
  language: 'translationLanguages(clientId: "backcounter") ar-EG',
  french: 'translationLanguages(clientId: "backcounter") fr-FR',
  spanish: 'translationLanguages(clientId: "backcounter") es-ES',
} as const;

/** Ids of the demo's records that screens show, queried as an administrator; missing ones are omitted. */
export async function findDemoRecords(visit: Visit): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const [name, query] of Object.entries(DEMO_RECORDS)) {
    const id = await firstId(visit, query);
    if (id !== null) found.set(name, id);
  }
  return found;
}

async function firstId(visit: Visit, query: string): Promise<string | null> {
  const [, list = '', given = '', locale = ''] = /^(\w+)(?:\((.*)\))?(?: (\S+))?$/.exec(query) ?? [];
  // Languages are not paginated.
  const isPlain = locale !== '';
  const limits = isPlain ? given : given === '' ? 'first: 1' : `first: 1, ${given}`;
  const fields = isPlain ? 'id locale' : 'nodes { id }';
  const { body } = await send(visit, `query FirstOf { found: ${list}(${limits}) { ${fields} } }`);
  if (body.data === undefined || body.errors) throw new Error(`${query}: ${JSON.stringify(body.errors)}`);
  const found = body.data['found'] as unknown as { id: string; locale: string }[] | { nodes: { id: string }[] };
  const first = Array.isArray(found) ? found.find((language) => language.locale === locale) : found.nodes[0];
  return first?.id ?? null;
}

/** The path of a screen, with the ids of the demo's records. */
export function pathOf(path: string, records: ReadonlyMap<string, string>): string {
  return path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const id = records.get(name);
    if (id === undefined) throw new Error(`The demo has no ${name}`);
    return id;
  });
}
