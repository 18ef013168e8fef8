import { afterEach, describe, expect, it } from 'vitest';
import { canonicalTimezone, dropTimezones, refusedTimezones, TIMEZONE_ALIASES, TIMEZONES } from './timezone.ts';
import { timezone } from './timezone-rule.ts';

const parsed = (name: string) => timezone.safeParse(name);
afterEach(() => dropTimezones({ missing: [], disputed: [] }));

describe('the list of time zones', () => {
  it('has every place of the IANA data once, under its present name', () => {
    expect(TIMEZONES).toHaveLength(419);
    expect(TIMEZONES).toEqual([...new Set(TIMEZONES)].toSorted());
    const ofNode = Intl.supportedValuesOf('timeZone').map((each) => canonicalTimezone(each));
    expect(TIMEZONES.filter((each) => each !== 'UTC' && !ofNode.includes(each))).toEqual([]);
  });

  it('leads from every other name to one of the list, at the same hour', () => {
    for (const [alias, zone] of TIMEZONE_ALIASES) {
      expect(TIMEZONES, alias).not.toContain(alias);
      expect(TIMEZONES, alias).toContain(zone);
      expect(clock(alias), alias).toEqual(clock(zone));
    }
  });

  it.each([
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['US/Pacific', 'America/Los_Angeles'],
    ['Asia/Katmandu', 'Asia/Kathmandu'],
    ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['Pacific/Enderbury', 'Pacific/Kanton'],
    ['EUROPE/BERLIN', 'Europe/Berlin'],
    [' europe/berlin ', 'Europe/Berlin'],
    ['america/port-au-prince', 'America/Port-au-Prince'],
    ['America/Ciudad_Juarez', 'America/Ciudad_Juarez'],
    ['America/Coyhaique', 'America/Coyhaique'],
    ['Antarctica/Troll', 'Antarctica/Troll'],
    ['utc', 'UTC'],
    ['GMT0', 'UTC'],
  ])('reads %s as %s', (given, zone) => {
    expect(parsed(given).data).toBe(zone);
  });

  it.each([
    ...['AET', 'AGT', 'PST', 'SST', 'IST', 'BST', 'CST', 'CET', 'EET', 'MET', 'WET', 'EST', 'MST', 'HST', 'Z', ''],
    ...[
      'US/Pacific-New',
      'SystemV/AST4',
      'Etc/GMT+5',
      'UTC+2',
      '+02:00',
      '-05:00',
      'W. Europe Standard Time',
      'Factory',
    ],
    ...['Europe/Nowhere', 'Europe/Berlin; select 1', 'constructor', '__proto__', 'localtime', 'posixrules', 'Europe'],
  ])('refuses "%s"', (given) => {
    expect(parsed(given).error?.issues.map(({ message }) => message)).toEqual(['timezone']);
  });

  it('is without zones that the database lacks or reads differently', () => {
    dropTimezones({ missing: ['America/Coyhaique'], disputed: ['America/Edmonton'] });
    expect(parsed('America/Coyhaique').error?.issues).toMatchObject([{ message: 'timezone' }]);
    expect(parsed('Canada/Mountain').error?.issues).toMatchObject([{ message: 'timezone-disputed' }]);
    expect(refusedTimezones().toSorted()).toEqual([
      'America/Coyhaique',
      'America/Edmonton',
      'America/Yellowknife',
      'Canada/Mountain',
    ]);
    expect(parsed('Europe/Berlin').success).toBe(true);
  });
});

/** Offsets in each month of two years. */
function clock(zone: string): readonly string[] {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  return Array.from({ length: 24 }, (_, month) => format.format(new Date(Date.UTC(2026, month, 15))));
}
