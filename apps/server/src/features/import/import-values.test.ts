import { describe, expect, it } from 'vitest';
import { importApp } from '../../imports/testing/import-steps.ts';

const { test, steps } = await importApp();

const stored = async (column: string) =>
  (await test.database.ownerPool.query(`select ${column} as value from account order by firebase_id`)).rows.map(
    ({ value }) => value,
  );
/** Checks and runs a file, which must read the same both times. */
async function imported(content: string | Buffer, change: Record<string, unknown> = {}) {
  const made = await steps.create('ACCOUNTS', content);
  if (Object.keys(change).length > 0) await steps.update({ id: made.id, ...change });
  const { check, checked, run, done } = await steps.runAll(made.id);
  expect([run, done.mistakes]).toEqual([check, checked.mistakes]);
  return { made, run, mistakes: done.mistakes };
}

describe('a refused value', () => {
  it('is offered the value that fits, once for all rows that have it [import 9]', async () => {
    const { run, mistakes } = await imported(
      `firebaseId,countryCode,pushConsent\na,Germny,yes\nb,Germny,yess\nc,Germny,no\nd,SU,yes\ne,Germany,Ja\n`,
    );
    expect(run).toEqual({ created: 1, refused: 4 });
    expect(mistakes).toMatchObject([
      {
        rows: 3,
        firstRow: 2,
        problem: { field: 'countryCode', value: 'Germny', rule: 'unknown', suggestion: 'Germany' },
        values: [{ value: 'Germny', rows: 3, suggestion: 'Germany' }],
      },
      {
        rows: 1,
        firstRow: 5,
        problem: { field: 'countryCode', value: 'SU', rule: 'country-former', suggestion: null },
      },
    ]);
    expect(await stored('country_code::text')).toEqual(['DE']);
  });
});

describe('dates of a column', () => {
  const file = (...days: string[]) =>
    `firebaseId;countryCode;birthDate\n${days.map((day, n) => `d${n};DE;${day}\n`).join('')}`;

  it.each([
    ['DMY', ['03.04.1990', '31.12.1990'], ['1990-04-03', '1990-12-31']],
    ['MDY', ['03/04/1990', '12/31/90', '1990-05-06'], ['1990-03-04', '1990-12-31', '1990-05-06']],
    ['YMD', ['90-04-03', '90-12-31'], ['1990-04-03', '1990-12-31']],
    [
      null,
      ['31.12.1990', '12/31/1990', '31. Dezember 1990', '1990-12-31T00:00:00Z', '٣١/١٢/١٩٩٠'],
      Array(5).fill('1990-12-31'),
    ],
  ])('are in the order %s that their values show [import 9]', async (format, days, values) => {
    const { made, run } = await imported(file(...days));
    expect([made.columns[2].format, made.unclearColumns, run]).toEqual([format, [], { created: days.length }]);
    expect(await stored('birth_date::text')).toEqual(values);
  });

  it('are asked for where two orders fit, with samples, and the choice is kept with the mapping [import 9]', async () => {
    const content = file('03.04.1990', '05.06.90', '07.07.1990');
    const made = await steps.create('ACCOUNTS', content);
    expect([made.unclearColumns, made.columns[2].format]).toEqual([[2], null]);
    expect(made.columns[2].formatChoices).toEqual([
      {
        format: 'DMY',
        samples: [
          { text: '03.04.1990', value: '1990-04-03' },
          { text: '05.06.90', value: '1990-06-05' },
          { text: '07.07.1990', value: '1990-07-07' },
        ],
      },
      expect.objectContaining({ format: 'MDY' }),
    ]);
    const early = await steps.start('checkImport', made.id);
    expect(early.body.errors[0].extensions.details).toEqual({ fields: { formats: [{ rule: 'required' }] } });
    const wrong = await steps.update({ id: made.id, formats: [null, null, 'YMD'] });
    expect(wrong.body.errors[0].extensions.details).toEqual({ fields: { formats: [{ rule: 'invalid' }] } });
    const { run } = await imported(content, { formats: [null, null, 'MDY'] });
    expect(run).toEqual({ created: 3 });
    expect(await stored('birth_date::text')).toEqual(['1990-03-04', '1990-05-06', '1990-07-07']);
    expect((await steps.create('ACCOUNTS', content)).columns[2].format).toBe('MDY');
    // Values that say otherwise count more than an earlier choice.
    expect((await steps.create('ACCOUNTS', file('31.12.1990'))).columns[2].format).toBe('DMY');
  });

  it('that contradict each other leave the unclear ones to a person', async () => {
    const content = file('31.12.1990', '12/31/1990', '03.04.1990');
    expect((await steps.create('ACCOUNTS', content)).unclearColumns).toEqual([2]);
    const { mistakes } = await imported(content, { formats: [null, null, 'DMY'] });
    expect(mistakes).toMatchObject([{ problem: { value: '12/31/1990', rule: 'date', suggestion: '1990-12-31' } }]);
  });
});

it('whole numbers are read by the decimal mark that a column shows, or that is chosen [import 9]', async () => {
  const made = await steps.create('BADGES', 'code;validityDays\na;1.234\nb;١٢\n');
  expect([made.unclearColumns, made.columns[1].formatChoices.map(({ format }: { format: string }) => format)]).toEqual([
    [1],
    ['POINT', 'COMMA'],
  ]);
  const sure = await steps.create('BADGES', 'code;validityDays\na;1.234\nb;5,0\n');
  expect([sure.unclearColumns, sure.columns[1].format]).toEqual([[], 'COMMA']);
});

it('phone numbers are read by the country of their row, or else of their column [import 9]', async () => {
  const { run, mistakes } = await imported(
    'firebaseId;country;phone\na;DE;030 1234567\nb;USA;(415) 555-0123\nc;Germany;tel:+49\u00a0(0)30 / 1234567\nd;DE;4,93012E+11\n',
  );
  expect(run).toEqual({ created: 3, refused: 1 });
  expect(mistakes).toMatchObject([{ problem: { rule: 'phone-rounded', value: '4,93012E+11' } }]);
  expect(await stored('phone_e164')).toEqual(['+49301234567', '+14155550123', '+49301234567']);
  const without = 'firebaseId;phone\na;030 7654321\n';
  expect((await imported(without, { missingRows: 'SKIP' })).mistakes).toMatchObject([
    { problem: { rule: 'phone-country' } },
  ]);
  expect((await imported(without, { missingRows: 'SKIP', formats: [null, 'DE'] })).run).toEqual({ updated: 1 });
});

it('first and last names, languages, addresses and yes or no are read as people write them [import 9]', async () => {
  const { made, run, mistakes } = await imported(
    'firebaseId;Nachname;Vorname;Land;Sprache;E-Mail;pushConsent;timezone\na;Stone;Ada;DE;German (Austria);Ada <ada@bücher.example>;نعم;\nb;Hill;Bo;DE;de_DE;mailto:bo@example.org.;✓;+02:00\n',
  );
  expect(made.mapping.slice(1, 3)).toEqual(['displayName', 'displayName']);
  expect(run).toEqual({ created: 1, refused: 1 });
  expect(mistakes).toMatchObject([{ problem: { rule: 'timezone-like', suggestion: 'Europe/Berlin' } }]);
  expect(await stored(`concat_ws('|', display_name, locale, email, push_consent)`)).toEqual([
    'Ada Stone|de-AT|ada@xn--bcher-kva.example|t',
  ]);
});

it('a payment card number is refused and stored nowhere, but an identifier may look like one [import 10]', async () => {
  const card = '4111 1111-1111 1111';
  const { made, run, mistakes } = await imported(
    `firebaseId;displayName;phone;Note ${card};countryCode\n4111111111111111;Ada;+4915123456788;${card};DE\nb;Bo ${card};;;DE\nc;C;4111111111111111;;DE\nd;D;;${card};Germny\n`,
  );
  expect(run).toEqual({ created: 1, refused: 3 });
  expect(mistakes.map(({ problem }: { problem: { rule: string } }) => problem.rule)).toEqual([
    'card-number',
    'card-number',
    'unknown',
  ]);
  expect(await stored('firebase_id')).toEqual(['4111111111111111']);
  expect(JSON.stringify(made)).not.toContain('1111-1111');
  const { rows } = await test.database.ownerPool.query(
    `select concat(to_jsonb(i)::text, (select jsonb_agg(p)::text from import_problem p where import_id = i.id), (select jsonb_agg(j)::text from job j)) as all
     from import i where id = $1`,
    [made.id],
  );
  expect(rows[0].all.replaceAll(/"samples": \["4111111111111111"/g, '')).not.toMatch(/1111[ -]?1111/);
  const done = await steps.read(made.id);
  expect(await steps.file(done.run.result.url)).not.toMatch(/1111[ -]?1111/);
});
