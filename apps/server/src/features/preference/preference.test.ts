import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const SET = 'mutation M($input: SetPreferenceInput!) { setPreference(input: $input) { key value } }';
const READ = 'query Q($keys: [String!]!) { viewer { preferences(keys: $keys) { key value } } }';
const SETTINGS = {
  timeZone: 'Europe/Berlin',
  region: 'GB',
  clock: 'h23',
  hasLatinDigits: false,
  weekStart: 1,
  density: 'compact',
  startPage: '/accounts',
};

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const set = async (value: unknown, token: string) =>
  (await test.send(SET, { input: { key: 'settings', value } }, { token })).body;
const read = async (token: string) => (await test.send(READ, { keys: ['settings'] }, { token })).body.data.viewer;

describe('settings of a person', () => {
  it('are kept for that person alone', async () => {
    expect((await set(SETTINGS, 'marketing')).data.setPreference).toEqual({ key: 'settings', value: SETTINGS });
    expect(await read('marketing')).toEqual({ preferences: [{ key: 'settings', value: SETTINGS }] });
    expect(await read('admin')).toEqual({ preferences: [] });
  });

  it.each([
    [{ timeZone: 'Mars/Olympus' }, 'value.timeZone'],
    [{ region: 'gb' }, 'value.region'],
    [{ clock: 'h11' }, 'value.clock'],
    [{ weekStart: 3 }, 'value.weekStart'],
    [{ density: 'huge' }, 'value.density'],
    [{ startPage: 'https://elsewhere.example' }, 'value.startPage'],
    [{ more: true }, 'value'],
  ])('%j is refused by name, and changes nothing', async (change, field) => {
    await set(SETTINGS, 'admin');
    const { errors } = await set({ ...SETTINGS, ...change }, 'admin');
    expect(errors[0].extensions).toMatchObject({
      code: 'field.invalid',
      details: { fields: { [field]: [{ rule: 'invalid' }] } },
    });
    expect((await read('admin')).preferences[0].value).toEqual(SETTINGS);
  });

  it('are all or nothing', async () => {
    const { density: _density, ...part } = SETTINGS;
    expect((await set(part, 'admin')).errors[0].extensions.details.fields).toHaveProperty(['value.density']);
  });
});
