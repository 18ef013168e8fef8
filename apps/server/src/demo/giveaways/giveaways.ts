import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { type DrawRules, rulesHash, seedCommitment, uuidBytes } from '@backcounter/domain';
import type { ClientBase } from 'pg';
import { chanceOf } from '../demo-chance.ts';
import { COLLEAGUES } from '../history.ts';
import { stableIdAt } from '../stable-id.ts';
import { type DemoEntry, demoDraw, demoEntries, demoFreeze, type Entrant } from './giveaway-course.ts';
import type { GiveawayPlan } from './giveaway-plan.ts';
import { GIVEAWAY_PLANS } from './giveaway-plans.ts';
import { courseOf } from './giveaway-record.ts';
import { type DemoGiveaway, writeEntries, writeTerms } from './giveaway-rows.ts';
import { giveawayRules } from './giveaway-rules-text.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Maximum accounts that may enter. */
const CROWD_MAX = 6_000;
/** Name of the secret that seals seeds. */
const SEED_SECRET = 'giveaway-seed';

/**
 * Generates giveaways in every state, with weeks of entries, drawn by the real algorithm, so that their proofs verify.
 * The same accounts, stores and instant always generate the same rows. Writes what needs no transfer of points and
 * collects transfers in `seed_giveaway_transfer`; `writeGiveawayRecords` writes the rest after the ledger has them.
 * Does nothing if the database has giveaways.
 */
export async function seedGiveaways(
  client: ClientBase,
  { now }: { readonly now: Date },
): Promise<readonly DemoGiveaway[]> {
  await client.query(`create temporary table if not exists seed_giveaway_transfer (debit uuid, credit uuid, amount bigint,
    code points_transfer_code, at timestamptz, reason text, ref text, by text, noise text) on commit drop`);
  const found = await client.query<{ hasSome: boolean }>('select exists (select from giveaway) as "hasSome"');
  if (found.rows[0]?.hasSome) return [];
  const { crowd, sponsors, campaigns } = await loadPlaces(client);
  const key = await sealingKey(client);
  const giveaways = GIVEAWAY_PLANS.map((plan, index) => {
    // Accounts pay for one giveaway only, so that none runs out of points.
    const place = GIVEAWAY_PLANS.slice(0, index).filter(({ cost }) => cost > 0).length;
    const own = plan.cost > 0 ? crowd.filter(({ number }) => number % 2 === place % 2) : crowd;
    const sponsor = plan.isSponsored
      ? (sponsors.find(({ country }) => plan.countries.includes(country)) ?? null)
      : null;
    return makeGiveaway(plan, { index, now, crowd: own, sponsor, campaigns, key });
  });
  await writeTerms(client, giveaways);
  await writeEntries(client, giveaways);
  return giveaways;
}

interface Sponsor {
  readonly id: string;
  readonly country: string;
  readonly wallet: string;
}

async function loadPlaces(client: ClientBase) {
  const crowd = await client.query<Entrant>(
    `with crowd as materialized (
      select a.id, a.public_no::int as number, a.country_code::text as country, a.birth_date::timestamptz as born, a.created_at as created,
        w.id as wallet
      from account a join points_wallet w on w.owner_type = 'ACCOUNT' and w.owner_id = a.id
      where a.state = 'ACTIVE' order by a.public_no limit ${CROWD_MAX}
    ), earning as (
      select m.id, min(m.at) as since from seed_points_move m where m.code = 'EARN' and m.id in (select id from crowd) group by m.id
    )
    select c.*, e.since as earned from crowd c left join earning e on e.id = c.id order by c.number`,
  );
  const sponsors = await client.query<Sponsor>(
    `select s.id, s.country_code::text as country, w.id as wallet from store s
      join points_wallet w on w.owner_type = 'STORE' and w.owner_id = s.id
    where s.state = 'ACTIVE' order by s.sid`,
  );
  const campaigns = await client.query<{ id: string; code: string }>('select id, code from campaign');
  return {
    crowd: crowd.rows,
    sponsors: sponsors.rows,
    campaigns: new Map(campaigns.rows.map((row) => [row.code, row.id])),
  };
}

/** Reads the server's secret, or creates it if no server has run yet. */
async function sealingKey(client: ClientBase): Promise<Buffer> {
  await client.query('insert into server_secret (name, secret) values ($1, $2) on conflict do nothing', [
    SEED_SECRET,
    randomBytes(32),
  ]);
  const { rows } = await client.query<{ secret: Buffer }>('select secret from server_secret where name = $1', [
    SEED_SECRET,
  ]);
  return rows[0]?.secret ?? Buffer.alloc(0);
}

interface MakeOptions {
  readonly index: number;
  readonly now: Date;
  readonly crowd: readonly Entrant[];
  readonly sponsor: Sponsor | null;
  readonly campaigns: ReadonlyMap<string, string>;
  readonly key: Buffer;
}

const bytesOf = (text: string): Buffer => createHash('sha256').update(text).digest();

function makeGiveaway(plan: GiveawayPlan, { index, now, crowd, sponsor, campaigns, key }: MakeOptions): DemoGiveaway {
  const chance = chanceOf(`hours of ${plan.code}`);
  const hour = (days: number) => new Date(now.getTime() + days * DAY_MS - Math.floor(chance() * HOUR_MS));
  const at = (days: number | undefined) => (days === undefined ? null : hour(days));
  // Entries open and close at full hours, as people enter them; a giveaway that closes "today" closed a while ago.
  const full = (date: Date) => new Date(Math.floor(date.getTime() / HOUR_MS) * HOUR_MS);
  const created = hour(plan.createdDay);
  const id = stableIdAt(`giveaway ${plan.code}`, created);
  const published = at(plan.publishedDay);
  const opens = full(hour(plan.opensDay));
  const closes = full(hour(plan.closesDay - (plan.closesDay === 0 ? 0.1 : 0)));
  const draw = new Date(closes.getTime() + plan.drawHours * HOUR_MS);
  const canceled = at(plan.canceledDay);
  const prizes = plan.prizes.map((prize, place) => ({
    ...{ id: stableIdAt(`prize ${place} of ${plan.code}`, created), rank: place + 1, titleI18n: prize.title },
    ...{ quantity: prize.quantity, kind: prize.kind, points: prize.points ?? null },
    campaignId: prize.campaign === undefined ? null : (campaigns.get(prize.campaign) ?? null),
    ...{ valueMinor: prize.valueMinor ?? null, currency: prize.currency ?? null },
  }));
  const rules: DrawRules = {
    ...{ giveawayId: id, code: plan.code, algorithm: 'gw-draw-v1', drawMode: 'COMMIT_REVEAL' },
    ...{
      rulesI18n: giveawayRules(plan),
      sponsorStoreId: sponsor?.id ?? null,
      countryCodes: [...plan.countries].sort(),
    },
    ...{
      minAge: plan.minAge,
      opensAt: opens.toISOString(),
      closesAt: closes.toISOString(),
      drawAt: draw.toISOString(),
    },
    ...{ timezone: plan.timezone, maxTicketsPerAccount: plan.maxTickets, maxEntries: plan.maxEntries ?? null },
    ...{ entryCostPoints: plan.cost, alternates: plan.alternates, claimDays: plan.claimDays },
    prizes: prizes.map(({ id: _id, ...prize }) => prize),
  };
  const actor = COLLEAGUES[index % COLLEAGUES.length]?.sub ?? '';
  const base = {
    id,
    plan,
    actor,
    created,
    published,
    opens,
    closes,
    draw,
    canceled,
    prizes,
    rules,
    sponsor: sponsor?.id ?? null,
  };
  const announced = at(plan.announcedDay);
  const settled = at(plan.settledDay);
  const escrow = plan.prizes.reduce((sum, { points, quantity }) => sum + (points ?? 0) * quantity, 0);
  if (published === null)
    return { ...base, announced, settled, escrow: 0, secrets: null, entries: [], course: null, freeze: null };

  const seed = bytesOf(`seed of ${plan.code}`);
  const salt = bytesOf(`salt of ${plan.code}`);
  const to = new Date(Math.min(now.getTime(), closes.getTime(), canceled?.getTime() ?? Number.POSITIVE_INFINITY));
  const entries: readonly DemoEntry[] = opens < to ? demoEntries(plan, id, crowd, { from: opens, to }) : [];
  const isFrozen = !['PUBLISHED', 'CANCELED'].includes(plan.state);
  const freeze = isFrozen ? demoFreeze(entries, salt) : null;
  const drawing = freeze === null ? null : demoDraw(freeze, rules, seed);
  const purse = stableIdAt(`wallet of ${plan.code}`, published);
  const course = courseOf({
    ...{ id, plan, actor, purse, sponsor: sponsor?.wallet ?? null, prizes, escrow, published, closes, draw },
    ...{ announced, settled, canceled, entries, freeze, positions: drawing?.positions ?? [] },
    ...{ seed: seed.toString('hex'), key: Buffer.from(drawing?.key ?? []).toString('hex') },
  });
  const secrets = {
    ...{ purse, salt: salt.toString('hex'), rulesHash: Buffer.from(rulesHash(rules)).toString('hex') },
    seed: seed.toString('hex'),
    commitment: Buffer.from(seedCommitment(id, seed)).toString('hex'),
    sealed: sealed(key, id, seed).toString('hex'),
  };
  return { ...base, announced, settled, escrow, secrets, entries, course, freeze };
}

/** Seals a seed as the server does: nonce, tag and cipher text of AES-256-GCM, bound to the giveaway. */
function sealed(key: Buffer, giveawayId: string, seed: Buffer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(uuidBytes(giveawayId));
  const text = Buffer.concat([cipher.update(seed), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}
