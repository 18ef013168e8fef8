import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const SET = 'mutation M($input: SetPreferenceInput!) { setPreference(input: $input) { preference { key value } } }';
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
  it('are stored per person', async () => {
    expect((await set(SETTINGS, 'marketing')).data.setPreference.preference).toEqual({
      key: 'settings',
      value: SETTINGS,
    });
    expect(await read('marketing')).toEqual({ preferences: [{ key: 'settings', value: SETTINGS }] });
    expect(await read('admin')).toEqual({ preferences: [] });
  });

  it('have their time zone by its name on the list', async () => {
    const value = { ...SETTINGS, timeZone: 'asia/calcutta' };
    expect((await set(value, 'campaign-viewer')).data.setPreference.preference.value.timeZone).toBe('Asia/Kolkata');
    expect((await read('campaign-viewer')).preferences[0].value.timeZone).toBe('Asia/Kolkata');
  });

  it.each([
    [{ timeZone: 'Mars/Olympus' }, 'value.timeZone'],
    [{ timeZone: 'PST' }, 'value.timeZone'],
    [{ timeZone: '+02:00' }, 'value.timeZone'],
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

  it('are saved all or none', async () => {
    const { density: _density, ...part } = SETTINGS;
    expect((await set(part, 'admin')).errors[0].extensions.details.fields).toHaveProperty(['value.density']);
  });
});

describe('the language of a person [languages 6]', () => {
  const choose = (app: TestApp, language: unknown) =>
    app.send(SET, { input: { key: 'language', value: language } }, { token: 'marketing' });
  const kept = async (app: TestApp) =>
    (await app.send(READ, { keys: ['language'] }, { token: 'marketing' })).body.data.viewer.preferences;

  it('is stored here with an external provider', async () => {
    for (const language of ['es-419', 'de-DE']) {
      expect((await choose(test, language)).body.data.setPreference.preference).toEqual({
        key: 'language',
        value: language,
      });
      expect(await kept(test)).toEqual([{ key: 'language', value: language }]);
    }
  });

  it('is written to the embedded provider’s record of the person, and to no preference', async () => {
    const setPreferredLanguage = vi.fn(async () => undefined);
    const embedded = await createTestApp({ profiles: { setPreferredLanguage } });
    try {
      expect((await choose(embedded, 'fr-FR')).body.data.setPreference.preference).toEqual({
        key: 'language',
        value: 'fr-FR',
      });
      expect(setPreferredLanguage.mock.calls).toEqual([['staff-marketing', 'fr-FR']]);
      expect(await kept(embedded)).toEqual([]);
      await choose(embedded, 'Deutsch');
      expect(setPreferredLanguage).toHaveBeenCalledTimes(1);
    } finally {
      await embedded.close();
    }
  });

  it.each(['Deutsch', 'de', 'DE-de', 'de-DE ', 'de_DE', '', 7, { key: 'de-DE' }])('%j is refused', async (value) => {
    expect((await choose(test, value)).body.errors[0].extensions.details.fields).toEqual({
      value: [{ rule: 'invalid' }],
    });
  });
});
