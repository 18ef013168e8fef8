import { readFile } from 'node:fs/promises';
import * as domain from '@backcounter/domain';
import { buildSchema, isInputObjectType, isObjectType } from 'graphql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importSteps } from '../imports/testing/import-steps.ts';
import { fileApp, startFileWorker } from '../testing/file-app.ts';
import { insertReferenceData } from '../testing/test-accounts.ts';

const REFUSED = {
  CET: 'timezone',
  '+02:00': 'timezone',
  'America/Coyhaique': 'timezone',
  'America/Edmonton': 'timezone-disputed',
  'Canada/Mountain': 'timezone-disputed',
};

const test = await fileApp();
await insertReferenceData(test.database.ownerPool);
startFileWorker(test);
beforeEach(() => domain.dropTimezones({ missing: ['America/Coyhaique'], disputed: ['America/Edmonton'] }));
afterEach(() => domain.dropTimezones({ missing: [], disputed: [] }));

/** Problems of fields in the answer of the API. */
async function problems(
  query: string,
  variables: Record<string, unknown>,
  token = 'admin',
): Promise<Record<string, unknown>> {
  const { body } = await test.send(query, variables, { token });
  expect(body.errors?.[0]?.extensions?.code, JSON.stringify(body)).toBe('field.invalid');
  return body.errors[0].extensions.details.fields;
}

const ofPoints = (field: string) => (zone: string) =>
  problems(
    `query($w: ID!, $zone: String!) { ${field}(walletId: $w, from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z", zone: $zone) { __typename } }`,
    { w: '00000000-0000-7000-8000-000000000001', zone },
  );
const SETTINGS = {
  ...{ region: null, clock: null, hasLatinDigits: false, weekStart: null },
  ...{ density: 'normal', startPage: '/' },
};

/** Everything that takes a zone and is no field of a record. Documents (JSON) are named by what they contain. */
const DOORS: Record<string, (zone: string) => Promise<Record<string, unknown>>> = {
  'Query.pointsChart(zone)': ofPoints('pointsChart'),
  'Query.pointsExplanation(zone)': ofPoints('pointsExplanation'),
  'RunExportInput.timeZone': (timeZone) =>
    problems(
      'mutation($input: RunExportInput!) { runExport(input: $input) { export { id } } }',
      { input: { list: 'ACCOUNTS', format: 'CSV', columns: ['id'], timeZone } },
      'machine',
    ),
  'StartExportInput.timeZone': (timeZone) =>
    problems('mutation($input: StartExportInput!) { startExport(input: $input) { job { id } } }', {
      input: { list: 'ACCOUNTS', format: 'CSV', columns: [{ key: 'id' }], selection: {}, locale: 'en-US', timeZone },
    }),
  'settings of a person': (timeZone) =>
    problems('mutation($input: SetPreferenceInput!) { setPreference(input: $input) { preference { key } } }', {
      input: { key: 'settings', value: { ...SETTINGS, timeZone } },
    }),
  'reporting.time_zone': (value) =>
    problems('mutation($input: UpdateConfigEntryInput!) { updateConfigEntry(input: $input) { configEntry { id } } }', {
      input: { id: 'reporting.time_zone', expectedVersion: 1, patch: { value } },
    }),
};

describe('a time zone that server and database read differently', () => {
  it.each(Object.entries(DOORS))('is refused by %s, under all its names', async (name, send) => {
    for (const [zone, rule] of Object.entries(REFUSED)) {
      const [found] = Object.values(await send(zone));
      expect(found, zone).toEqual([{ rule: name.startsWith('settings') ? 'invalid' : rule }]);
    }
  });

  it('meets the one rule in every record, and no other rule knows zones', () => {
    const zones = Object.values(domain).flatMap((each) => {
      if (typeof each !== 'object' || each === null || !('noun' in each && 'fields' in each)) return [];
      const { fields } = each as domain.RecordDefinition;
      return Object.entries(fields).filter(([name, { kind }]) => kind === 'TEXT' && /zone/i.test(name));
    });
    expect(zones.length).toBeGreaterThan(6);
    for (const [, { rule }] of zones)
      for (const zone of Object.keys(REFUSED)) expect(rule.safeParse(zone).success, zone).toBe(false);
    expect(Object.keys(domain).filter((name) => /zone$/i.test(name))).toEqual([
      'canonicalTimezone',
      'isDisputedTimezone',
      'timezone',
    ]);
  });

  it('has no other way in: a new argument or input field needs a line in this test', async () => {
    const text = await readFile(new URL('../../schema.graphql', import.meta.url), 'utf8');
    const found = Object.values(buildSchema(text).getTypeMap()).flatMap((type) => {
      if (isInputObjectType(type)) return Object.keys(type.getFields()).map((field) => `${type.name}.${field}`);
      if (!isObjectType(type)) return [];
      return Object.values(type.getFields()).flatMap(({ name, args }) =>
        args.map((arg) => `${type.name}.${name}(${arg.name})`),
      );
    });
    // Inputs of records follow from their fields.
    const ofRecords = /^(Account|Area|Campaign|Country|Giveaway|Notification|Store)\w*Input\.|^Create\w+Input\./;
    const zones = found.filter((name) => /zone/i.test(name.replace(/^\w+\./, '')) && !ofRecords.test(name));
    expect(zones.toSorted()).toEqual(Object.keys(DOORS).filter((name) => /\./.test(name) && /^[A-Z]/.test(name)));
  });

  it('is no value to choose for a setting, which keeps one that it has', async () => {
    const owner = test.database.ownerPool;
    const set = (zone: string) =>
      owner.query(`update config_entry set value = to_jsonb($1::text) where key = 'reporting.time_zone'`, [zone]);
    await set('America/Edmonton');
    const { body } = await test.send('{ configEntry(id: "reporting.time_zone") { value allowedValues } }', {});
    await set('UTC');
    expect(body.data.configEntry.value).toBe('America/Edmonton');
    expect(body.data.configEntry.allowedValues).toHaveLength(domain.TIMEZONES.length - 2);
  });

  it('refuses one row of a file, with its sentence', async () => {
    const steps = importSteps(test);
    const lines = ['UTC', ...Object.keys(REFUSED)].map((zone, n) => `door-${n},DE,${zone}`);
    const { id } = await steps.create('ACCOUNTS', `firebaseId,countryCode,timezone\n${lines.join('\n')}`);
    const { checked, check, run } = await steps.runAll(id);
    expect(run).toEqual(check);
    expect(check).toMatchObject({ created: 1 });
    const rules = checked.refusedRows.map((row: { problems: { rule: string }[] }) =>
      // Files are offered zones that fit.
      row.problems.map(({ rule }) => rule.replace('-like', '')),
    );
    expect(rules).toEqual(Object.values(REFUSED).map((rule) => [rule]));
  });

  it('refuses no customer of a sync: that of the country is stored, even if it is disputed itself', async () => {
    const owner = test.database.ownerPool;
    await owner.query(`update country set default_timezone = 'America/Edmonton' where code = 'DE'`);
    const accounts = Object.keys(REFUSED).map((timezone, n) => ({
      firebaseId: `sync-${n}`,
      countryCode: 'DE',
      timezone,
    }));
    const { body } = await test.send(
      'mutation($input: SyncAccountsInput!) { syncAccounts(input: $input) { results { outcome problems { rule } warnings { rule } } } }',
      { input: { accounts } },
      { token: 'machine~account.sync' },
    );
    await owner.query(`update country set default_timezone = 'Europe/Berlin' where code = 'DE'`);
    expect(body.data?.syncAccounts.results, JSON.stringify(body)).toEqual(
      Object.values(REFUSED).map((rule) => ({ outcome: 'CREATED', problems: [], warnings: [{ rule }] })),
    );
    const stored = await owner.query(`select distinct timezone from account where firebase_id like 'sync-%'`);
    expect(stored.rows).toEqual([{ timezone: 'America/Edmonton' }]);
  });
});
