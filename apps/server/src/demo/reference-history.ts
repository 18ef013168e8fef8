import type { ClientBase } from 'pg';
import { COLLEAGUES } from './history.ts';
import { stableId } from './stable-id.ts';

const [FIRST, SECOND, THIRD] = COLLEAGUES;
const TABLES = ['country', 'area', 'topic_category', 'topic', 'badge_category', 'badge'] as const;
/** Age of the installation. */
const INSTALLED_DAYS = 400;

interface Edit {
  readonly kind: 'badge' | 'topic' | 'config-entry';
  /** Code of the record, or key of the setting. */
  readonly name: string;
  readonly verb: 'create' | 'update';
  readonly daysAgo: number;
  readonly by: string;
  readonly changes: Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
}

/** Edits of reference data by colleagues; the last values are those of the demo. */
const EDITS: readonly Edit[] = [
  {
    kind: 'topic',
    name: 'offers.weekly',
    verb: 'create',
    daysAgo: 391,
    by: FIRST.sub,
    changes: { code: [null, 'offers.weekly'], kind: [null, 'MARKETING'], defaultSubscribed: [null, true] },
  },
  {
    kind: 'topic',
    name: 'offers.weekly',
    verb: 'update',
    daysAgo: 266,
    by: SECOND.sub,
    changes: { defaultSubscribed: [true, false] },
  },
  {
    kind: 'topic',
    name: 'offers.weekly',
    verb: 'update',
    daysAgo: 83,
    by: THIRD.sub,
    changes: {
      nameI18n: [
        { 'en-US': 'Offers of the week', 'de-DE': 'Angebote der Woche' },
        { 'en-US': 'Weekly offers', 'de-DE': 'Angebote der Woche' },
      ],
    },
  },
  {
    kind: 'topic',
    name: 'games.double-points',
    verb: 'update',
    daysAgo: 41,
    by: FIRST.sub,
    changes: { kind: ['SERVICE', 'MARKETING'] },
  },
  {
    kind: 'badge',
    name: 'one-year',
    verb: 'update',
    daysAgo: 118,
    by: SECOND.sub,
    changes: { nameI18n: [{ 'en-US': 'One year' }, { 'en-US': 'One year with us' }] },
  },
  {
    kind: 'config-entry',
    name: 'export.ttl_hours',
    verb: 'update',
    daysAgo: 33,
    by: SECOND.sub,
    changes: { value: [24, 48] },
  },
];

/** Sets the age of unedited reference data, and writes a history for some. Records edited by people are unchanged. */
export async function seedReferenceHistory(client: ClientBase, now: Date): Promise<void> {
  for (const table of TABLES) {
    await client.query(
      `update ${table} set created_at = $1::timestamptz - make_interval(days => $2), updated_at = $1::timestamptz - make_interval(days => $2)
      where version = 1 and updated_by is null`,
      [now, INSTALLED_DAYS],
    );
  }
  await client.query(
    `update config_entry set updated_at = $1::timestamptz - make_interval(days => $2) where version = 1 and updated_by is null`,
    [now, INSTALLED_DAYS],
  );
  for (const edit of EDITS) await write(client, now, edit);
}

async function write(client: ClientBase, now: Date, { kind, name, verb, daysAgo, by, changes }: Edit): Promise<void> {
  const at = new Date(now.getTime() - daysAgo * 24 * 60 * 60 * 1000);
  const isSetting = kind === 'config-entry';
  const id = isSetting ? name : stableId(`${kind} ${name}`);
  const value = changes['value']?.[1];
  const { rowCount } = isSetting
    ? await client.query(
        'update config_entry set value = $2, updated_at = $3, updated_by = $4, version = version + 1 where key = $1 and updated_by is null',
        [id, JSON.stringify(value), at, by],
      )
    : await client.query(
        `update ${kind} set updated_at = $2, updated_by = $3, version = version + (case when $4 then 0 else 1 end) where id = $1`,
        [id, at, by, verb === 'create'],
      );
  if (rowCount === 0) return;
  await client.query(
    `insert into staff_audit_event (occurred_at, actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, changes)
    values ($1::timestamptz, $2, '{ADMIN}', 'seed-' || left(md5($4::text || $1::timestamptz::text), 16), $3, $5, $4, 'DONE', $6)`,
    [at, by, `${kind}.${verb}`, id, kind, JSON.stringify(changes)],
  );
}
