import type { ClientBase } from 'pg';
import areas from '../data/areas.json' with { type: 'json' };
import names from '../data/names.json' with { type: 'json' };
import { MARKETS } from '../markets.ts';
import { areaId } from '../reference.ts';

type NameList = readonly (readonly [name: string, handle: string | null])[];

/** Used in addresses for names without Latin letters. */
const HANDLES = 'sunny maple coffee river pixel lemon mint ocean tiger garden music north cloud bike star plum'.split(
  ' ',
);

/**
 * Creates temporary tables that the statement for accounts joins: one row per market, mail domain, area and name, each
 * numbered from 0 within its list.
 */
export async function createAccountLists(client: ClientBase): Promise<{ weights: number }> {
  const lists = names as unknown as Record<string, { given: NameList; family: NameList }>;
  const weights = MARKETS.flatMap((market, index) => Array.from({ length: market.weight }, () => index));
  const nameRows = Object.entries(lists).flatMap(([list, { given, family }]) =>
    [...given.map((entry) => ['given', entry] as const), ...family.map((entry) => ['family', entry] as const)].map(
      ([kind, [name, handle]]) => ({ list, kind, name, handle }),
    ),
  );
  const marketRows = MARKETS.map((market, index) => {
    const digits = market.phone.split('#').length - 1;
    const list = lists[market.names];
    return {
      market: index,
      country: market.country,
      list: market.names,
      locale: market.locale,
      timezone: market.timezone,
      name_order: market.order,
      phone_prefix: market.phone.slice(0, market.phone.length - digits),
      phone_digits: digits,
      given_count: list?.given.length ?? 0,
      family_count: list?.family.length ?? 0,
      domain_count: market.mailDomains.length,
      area_count: areas.filter((area) => area.country === market.country).length,
    };
  });
  await load(
    client,
    'seed_weight',
    'slot int, market int',
    weights.map((market, slot) => ({ slot, market })),
  );
  await load(
    client,
    'seed_market',
    `market int, country text, list text, locale text, timezone text, name_order text, phone_prefix text,
      phone_digits int, given_count int, family_count int, domain_count int, area_count int`,
    marketRows,
  );
  await load(
    client,
    'seed_domain',
    'market int, place int, domain text',
    MARKETS.flatMap((market, index) => market.mailDomains.map((domain, place) => ({ market: index, place, domain }))),
  );
  await load(client, 'seed_name', 'list text, kind text, place int, name text, handle text', numbered(nameRows));
  await load(
    client,
    'seed_area',
    'country text, place int, id uuid, timezone text',
    MARKETS.flatMap(({ country }) =>
      areas
        .filter((area) => area.country === country)
        .map((area, place) => ({ country, place, id: areaId(area.code), timezone: area.timezone })),
    ),
  );
  return { weights: weights.length };
}

function numbered<Entry extends { list: string; kind: string; handle: string | null }>(
  entries: readonly Entry[],
): object[] {
  const next = new Map<string, number>();
  return entries.map((entry) => {
    const key = `${entry.list} ${entry.kind}`;
    const place = next.get(key) ?? 0;
    next.set(key, place + 1);
    return { ...entry, place, handle: entry.handle ?? HANDLES[place % HANDLES.length] };
  });
}

async function load(client: ClientBase, table: string, columns: string, entries: readonly object[]): Promise<void> {
  await client.query(`create temporary table ${table} (${columns}) on commit drop`);
  await client.query(`insert into ${table} select * from jsonb_to_recordset($1::jsonb) as entry (${columns})`, [
    JSON.stringify(entries),
  ]);
  await client.query(`analyze ${table}`);
}
