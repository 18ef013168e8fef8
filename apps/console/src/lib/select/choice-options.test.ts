// @vitest-environment happy-dom
import { dropTimezones, refusedTimezones, TIMEZONES, timezone } from '@backcounter/domain';
import { describe, expect, test, vi } from 'vitest';
import { languageOptions } from './language-options.ts';
import { searched } from './select-options.ts';
import { zoneOption, zoneOptions } from './zone-options.ts';

const words = {
  locale: 'en-US',
  t: (_key: string, values: Record<string, unknown> = {}) =>
    `${values['city']} — ${values['zone']}, ${values['offset']}`,
} as Parameters<typeof zoneOptions>[1];
const labels = (options: readonly { readonly label: string }[]) => options.map(({ label }) => label);

describe('a time zone', () => {
  test('is named by its city, in the present season', () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 15), toFake: ['Date'] });
    expect(zoneOption('Europe/Berlin', words).label).toBe('Berlin — Central European Time, UTC+1');
    expect(zoneOption('America/Indiana/Vevay', words).label).toBe('Vevay, Indiana — Eastern Time, UTC−5');
    vi.setSystemTime(Date.UTC(2026, 6, 15));
    expect(zoneOption('Europe/Berlin', words).label).toBe('Berlin — Central European Time, UTC+2');
    vi.useRealTimers();
  });

  test('is offered once, under its name on the list, whatever the browser calls it', () => {
    const zones = zoneOptions(null, words);
    expect(zones.map(({ value }) => value).toSorted()).toEqual(TIMEZONES);
    expect(zones.filter(({ label }) => label.startsWith('Kyiv')).map(({ value }) => value)).toEqual(['Europe/Kyiv']);
    const [chosen] = zoneOptions('AET', words);
    expect(chosen).toEqual({ value: 'AET', label: 'AET' });
  });

  test('is offered exactly if the server takes it', () => {
    dropTimezones({ missing: ['America/Coyhaique'], disputed: ['America/Edmonton', 'Africa/Casablanca'] });
    const settings = JSON.stringify({ refusedTimezones: refusedTimezones() });
    document.head.innerHTML = `<script type="application/json" id="backcounter-config">${settings}</script>`;
    const offered = zoneOptions(null, { ...words, locale: 'de-DE' }).map(({ value }) => value);
    expect(offered.toSorted()).toEqual(TIMEZONES.filter((zone) => timezone.safeParse(zone).success));
    expect(offered).toHaveLength(TIMEZONES.length - 3);
    const [chosen] = zoneOptions('America/Edmonton', { ...words, locale: 'de-DE' });
    expect(chosen?.value).toBe('America/Edmonton');
    dropTimezones({ missing: [], disputed: [] });
  });

  test('is found by its city first, and by country, name, offset and IANA name', () => {
    const found = (text: string) => searched(zoneOptions(null, words), text).map(({ value }) => value);
    expect(found('am')[0]).toBe('Asia/Amman');
    expect(found('germany')).toContain('Europe/Berlin');
    expect(found('japan standard')).toContain('Asia/Tokyo');
    expect(found('utc-10')).toContain('Pacific/Honolulu');
    expect(found('europe/lis')).toEqual(['Europe/Lisbon']);
  });
});

describe('a language', () => {
  test('is shown by its own name, and found by the reader’s name and by its tag', () => {
    const [option] = languageOptions('german (austria)', null, 'en-US');
    expect([option?.value, option?.label]).toEqual(['de-AT', 'Deutsch (Österreich)']);
    expect(languageOptions('pt-BR', null, 'en-US').map(({ value }) => value)).toEqual(['pt-BR']);
    expect(languageOptions('', null, 'en-US').map(({ value }) => value)).toEqual(
      expect.arrayContaining(['pt', 'en-ZA']),
    );
  });

  test('that is not listed is offered where its tag is typed, or it is chosen', () => {
    const values = (text: string, chosen: string | null) =>
      languageOptions(text, chosen, 'en-US').map(({ value }) => value);
    expect(values('', null)).not.toContain('fr-CH');
    expect(values('fr_ch', null)).toEqual(['fr-CH']);
    expect(values('', 'fr-CH')).toContain('fr-CH');
    expect(values('french!', null)).toEqual([]);
  });

  test('has no former country', () => {
    expect(labels(languageOptions('', null, 'en-US')).join()).not.toMatch(/SU|Yugo|DDR/);
  });
});
