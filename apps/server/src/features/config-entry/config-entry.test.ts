import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileApp } from '../../testing/file-app.ts';
import { recordOf } from '../../testing/payload.ts';

const test = await fileApp();

const FIELDS = 'id key valueType value defaultValue isDefault unit minValue maxValue allowedValues actions version';
// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
async function ask(query: string, variables: Record<string, unknown>): Promise<{ data: any; error: any }> {
  const { body } = await test.send(query, variables);
  return { data: body.data && Object.values(body.data)[0], error: body.errors?.[0]?.extensions };
}
const read = async (key: string) =>
  (
    await ask(
      `query Q($id: ID!) { configEntry(id: $id) { ${FIELDS} history { nodes { action outcome reason changes { field before after } } } } }`,
      { id: key },
    )
  ).data;
// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
async function change(query: string, input: Record<string, unknown>): Promise<{ data: any; error: any }> {
  const { data, error } = await ask(query, { input });
  return { data: recordOf(data), error };
}
const update = (id: string, expectedVersion: number, value: unknown) =>
  change(
    `mutation M($input: UpdateConfigEntryInput!) { updateConfigEntry(input: $input) { configEntry { ${FIELDS} } } }`,
    {
      id,
      expectedVersion,
      patch: { value },
    },
  );
const reset = (id: string, expectedVersion: number, reason?: string) =>
  change(
    `mutation M($input: ResetConfigEntryInput!) { resetConfigEntry(input: $input) { configEntry { ${FIELDS} } } }`,
    {
      id,
      expectedVersion,
      reason,
    },
  );

describe('settings', () => {
  it('exist from the start, with defaults within their ranges', async () => {
    const { data } = await ask(`{ configEntries(first: 100) { nodes { ${FIELDS} } count { value } } }`, {});
    expect(data.count.value).toBeGreaterThanOrEqual(15);
    for (const entry of data.nodes) {
      expect(entry.isDefault, entry.key).toBe(true);
      expect((await update(entry.key, 1, entry.value)).error, entry.key).toBeUndefined();
    }
  });

  it('take a new value, record the old one in their history, and can be reset [reference 9]', async () => {
    const key = 'push.quiet_start';
    const changed = await update(key, 1, '22:30');
    expect(changed.data).toMatchObject({ value: '22:30', defaultValue: '21:00', isDefault: false, version: 2 });
    expect(changed.data.actions).toEqual(['EDIT', 'RESET']);
    expect((await reset(key, 1)).error).toMatchObject({
      code: 'record.conflict',
      details: { current: { value: '22:30' } },
    });
    expect((await reset(key, 2, 'back to normal')).data).toMatchObject({
      value: '21:00',
      isDefault: true,
      version: 3,
      actions: ['EDIT'],
    });
    expect((await reset(key, 3)).error.code).toBe('state.invalid-transition');
    const { history } = await read(key);
    expect(history.nodes.filter(({ outcome }: { outcome: string }) => outcome === 'DONE')).toMatchObject([
      {
        action: 'config-entry.reset',
        reason: 'back to normal',
        changes: [{ field: 'value', before: '22:30', after: '21:00' }],
      },
      { action: 'config-entry.update', changes: [{ field: 'value', before: '21:00', after: '22:30' }] },
    ]);
  });

  it('have a time zone by its name on the list', async () => {
    expect((await update('reporting.time_zone', 1, 'Asia/Calcutta')).data.value).toBe('Asia/Kolkata');
    expect((await reset('reporting.time_zone', 2)).data.value).toBe('UTC');
  });

  it.each([
    ['push.cap_per_day', 101, { rule: 'too-large', params: { max: 100 } }],
    ['push.cap_per_day', -1, { rule: 'too-small', params: { min: 0 } }],
    ['push.cap_per_day', 2.5, { rule: 'invalid' }],
    ['push.cap_per_day', '3', { rule: 'invalid' }],
    ['push.cap_per_day', true, { rule: 'invalid' }],
    ['push.cap_per_day', [3], { rule: 'invalid' }],
    ['push.quiet_end', '24:00', { rule: 'time' }],
    ['push.quiet_end', '8:00', { rule: 'time' }],
    ['push.quiet_end', 800, { rule: 'invalid' }],
    ['push.quiet_end', '  ', { rule: 'required' }],
    ['reporting.time_zone', 'CET', { rule: 'timezone' }],
    ['reporting.time_zone', '+02:00', { rule: 'timezone' }],
    ['theme.primary', '#0f6b8', { rule: 'color' }],
    ['theme.primary', '#0F6B81', { rule: 'color' }],
    ['theme.primary', 'red; background: url(//evil.example)', { rule: 'color' }],
  ])('refuse for %s the value %j', async (key, value, problem) => {
    const { version } = await read(key);
    expect((await update(key, version, value)).error).toEqual({
      code: 'field.invalid',
      details: { fields: { value: [problem] } },
    });
    expect((await read(key)).version).toBe(version);
  });

  it('are validated by the database as well, for every kind of value [reference 9]', async () => {
    const { pool } = test.database;
    const types = ['BOOLEAN', 'INTEGER', 'DECIMAL', 'STRING', 'DURATION', 'TIME', 'ENUM', 'COLOR'] as const;
    const { configValueRule } = await import('@backcounter/domain');
    const value = fc.oneof(
      fc.boolean(),
      fc.integer({ min: -20, max: 20 }),
      fc.constantFrom(1.5, 'a', 'c', '', '07:59', '24:00', 7e20, null, '#0f6b81', '#0F6B81', '#0f6', '#0f6b81\n'),
      fc.constantFrom([1], {}),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...types), value, async (valueType, candidate) => {
        const limits = {
          valueType,
          minValue: -10,
          maxValue: 10,
          allowedValues: valueType === 'ENUM' ? ['a', 'b'] : null,
        };
        const { rows } = await pool.query('select is_config_value($1, $2, $3, $4, $5) as fits', [
          JSON.stringify(candidate),
          valueType,
          limits.minValue,
          limits.maxValue,
          limits.allowedValues,
        ]);
        expect(rows[0].fits).toBe(configValueRule(limits).safeParse(candidate).success);
      }),
      { numRuns: 150 },
    );
  });

  it('keep their key and range, also against the application role', async () => {
    const { pool } = test.database;
    await expect(pool.query(`update config_entry set max_value = 1e9`)).rejects.toMatchObject({ code: '42501' });
    await expect(
      pool.query(
        `insert into config_entry (key, value_type, value, default_value, description) values ('a.b', 'STRING', '"x"', '"x"', 'x')`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
  });
});
