import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as domain from '@backcounter/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { insertReferenceData } from '../testing/test-accounts.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';
import { checkTimezones } from './timezones.ts';

const { dropTimezones, TIMEZONE_ALIASES, TIMEZONES } = domain;
/** None of them is the name of a time zone, though Node, PostgreSQL or both take most of them. */
const NO_ZONES = ['AET', 'AGT', 'PST', 'SST', 'IST', 'CET', 'US/Pacific-New', '+02:00', 'Etc/GMT+5', 'Europe/Nowhere'];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertReferenceData(database.ownerPool);
});
afterEach(() => dropTimezones({ missing: [], disputed: [] }));
afterAll(() => database.drop());

const rows = async (text: string, values: unknown[] = []) => (await database.ownerPool.query(text, values)).rows;

describe('the list of time zones', () => {
  it('is the same in the database', async () => {
    const stored = await rows('select name from time_zone order by name collate "C"');
    expect(stored.map(({ name }) => name)).toEqual(TIMEZONES);
    const [setting] = await rows(`select allowed_values from config_entry where key = 'reporting.time_zone'`);
    expect(setting.allowed_values.toSorted()).toEqual(TIMEZONES);
  });

  it('binds every column that has the name of a zone: a new one needs a foreign key', async () => {
    const loose = await rows(`
      select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0
        and a.attname ~ 'zone' and format_type(a.atttypid, null) in ('text', 'character varying') and not exists (
          select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.convalidated
            and k.confrelid = 'time_zone'::regclass and k.conkey = array[a.attnum])`);
    expect(loose).toEqual([]);
    for (const zone of NO_ZONES)
      await expect(rows(`update country set default_timezone = $1 where code = 'DE'`, [zone])).rejects.toThrow();
    await expect(
      rows(`insert into staff_preference (staff_sub, key, value) values ('a', 'settings', '{"timeZone": "CET"}')`),
    ).rejects.toThrow(/staff_preference_time_zone_fkey/);
  });

  it('binds every field of a record that is a time zone, and every document of settings', () => {
    const found: string[] = [];
    const check = (name: string, accepts: (zone: string) => unknown): void => {
      found.push(name);
      for (const zone of NO_ZONES) expect(accepts(zone), `${name}: ${zone}`).toBeUndefined();
      expect(accepts('Asia/Calcutta'), name).toBe('Asia/Kolkata');
      expect(accepts('europe/berlin'), name).toBe('Europe/Berlin');
    };
    for (const record of Object.values(domain)) {
      if (typeof record !== 'object' || record === null || !('noun' in record && 'fields' in record)) continue;
      const { noun, fields } = record as domain.RecordDefinition;
      for (const [name, { rule, kind }] of Object.entries(fields)) {
        if (kind === 'TEXT' && /zone/i.test(name)) check(`${noun}.${name}`, (zone) => rule.safeParse(zone).data);
      }
    }
    check('settings', (zone) => domain.staffSettings.shape.timeZone.safeParse(zone).data ?? undefined);
    expect(found.toSorted()).toEqual([
      'account.timezone',
      'area.timezone',
      'campaign.timezone',
      'country.defaultTimezone',
      'giveaway.timezone',
      'notification.timezone',
      'settings',
      'store.timezone',
    ]);
  });

  it('has the same clock in Node and PostgreSQL at every change within two years, under every name [notifications 6]', async () => {
    const now = new Date('2026-11-29T00:00:00Z');
    const { missing, disputed } = await checkTimezones(database.pool, now);
    expect(missing).toEqual([]);
    const names = [...TIMEZONES, ...TIMEZONE_ALIASES.keys()].filter((name) => domain.timezone.safeParse(name).success);
    expect(names.length).toBe(TIMEZONES.length + TIMEZONE_ALIASES.size - (disputed.length + aliasesOf(disputed)));
    const instants = Array.from({ length: 2 * 366 }, (_, day) => new Date(now.getTime() + day * 86_400_000));
    const inDatabase = await rows(
      `select z.name, array_agg(to_char(t.at at time zone z.name, 'YYYY-MM-DD HH24:MI') order by t.at) as times
       from unnest($1::text[]) as z (name) cross join unnest($2::timestamptz[]) as t (at) group by 1`,
      [names, instants],
    );
    for (const { name, times } of inDatabase) {
      const format = new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short', timeStyle: 'short' });
      expect(instants.map((at) => format.format(at)).join(), name).toBe(times.join());
    }
  });

  it('loses names that the database lacks, and disputed ones', async () => {
    const query = async (text: string, values: unknown[]) =>
      text.includes('pg_timezone_names')
        ? { rows: TIMEZONES.filter((name) => name !== 'America/Coyhaique').map((name) => ({ name })) }
        : { rows: [{ zone: 'America/Edmonton' }], sent: values };
    const pool = { query } as unknown as Parameters<typeof checkTimezones>[0];
    expect(await checkTimezones(pool, new Date())).toEqual({
      missing: ['America/Coyhaique'],
      disputed: ['America/Edmonton'],
    });
    expect(domain.timezone.safeParse('America/Coyhaique').success).toBe(false);
    expect(domain.timezone.safeParse('America/Edmonton').success).toBe(false);
  });
});

describe('a stored zone that this PostgreSQL lacks', () => {
  it('is read as UTC, so that it stops no statement about other rows', async () => {
    const of = async (zone: string) => (await rows('select known_zone($1) as zone', [zone]))[0].zone;
    for (const zone of ['AET', 'Mars/Base', 'US/Pacific-New', 'AGT']) expect(await of(zone), zone).toBe('UTC');
    for (const zone of TIMEZONES) expect(await of(zone), zone).toBe(zone);
  });

  it('is never given to AT TIME ZONE as it is stored', async () => {
    const folder = fileURLToPath(new URL('..', import.meta.url));
    const files = (await readdir(folder, { recursive: true })).filter(
      (name) => /\.(ts|sql)$/.test(name) && !/\.test\.ts$|^demo\/|testing\//.test(name),
    );
    const raw =
      /(at time zone|date_trunc\([^)]*,) *(\w+\.)?\w*timezone\b|(quiet_until|local_instant)\([^)]*(?<!known_zone\()\b\w+\.\w*timezone\b/gi;
    const found = await Promise.all(
      files.map(async (name) =>
        [...(await readFile(join(folder, name), 'utf8')).matchAll(raw)].map(([text]) => `${name}: ${text}`),
      ),
    );
    expect(files.length).toBeGreaterThan(500);
    expect(found.flat()).toEqual([]);
  });
});

const aliasesOf = (zones: readonly string[]) =>
  [...TIMEZONE_ALIASES.values()].filter((zone) => zones.includes(zone)).length;
