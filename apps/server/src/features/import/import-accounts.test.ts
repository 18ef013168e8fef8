import { describe, expect, it } from 'vitest';
import { counts, importApp, importSteps } from '../../imports/testing/import-steps.ts';
import { workbook } from '../../imports/testing/workbook.ts';
import { insertAccounts } from '../../testing/test-accounts.ts';

interface Refused {
  readonly row: number;
  readonly problems: readonly { readonly column: string | null; readonly rule: string }[];
}

const { test, steps } = await importApp();

const rows = async (text: string) => (await test.database.ownerPool.query(text)).rows;

const FILE = `Firebase UID;Name;E-Mail-Adresse;Telefonnummer;Land;Gebiet;Sprache;Geburtsdatum;Push
fb-1;Ada Stone;ada@example.org;+4930123456;DE;BE;de-DE;1990-12-31;ja
fb-2;"Müller; Söhne";MUELLER@example.org;'+4930123457;de;;;;nein
fb-3;;;;US;TX;;;
`;

describe('accounts', () => {
  it('are created from a spreadsheet, with an audit event each; importing it again changes nothing [import 2]', async () => {
    const made = await steps.create('ACCOUNTS', Buffer.from(FILE, 'latin1'));
    expect(made).toMatchObject({ format: 'CSV', encoding: 'WINDOWS_1252', delimiter: 'SEMICOLON', missingFields: [] });
    expect(made.mapping).toEqual([
      'firebaseId',
      'displayName',
      'email',
      'phone',
      'countryCode',
      'areaCode',
      'locale',
      'birthDate',
      'pushConsent',
    ]);
    const checked = await steps.ended('check', made.id);
    expect(counts(checked.check)).toEqual({ created: 3 });
    expect(await rows('select 1 from account')).toEqual([]);
    const done = await steps.ended('run', made.id);
    expect(counts(done.run)).toEqual({ created: 3 });
    expect(
      await rows(`select firebase_id, display_name, email, phone_e164, country_code, locale, timezone, birth_date::text,
        push_consent, (push_consent_at is not null) as dated, created_by from account order by firebase_id`),
    ).toEqual([
      {
        firebase_id: 'fb-1',
        display_name: 'Ada Stone',
        email: 'ada@example.org',
        phone_e164: '+4930123456',
        country_code: 'DE',
        locale: 'de-DE',
        timezone: 'Europe/Berlin',
        birth_date: '1990-12-31',
        push_consent: true,
        dated: true,
        created_by: 'staff-admin',
      },
      expect.objectContaining({ display_name: 'Müller; Söhne', phone_e164: '+4930123457', locale: 'de-DE' }),
      expect.objectContaining({ display_name: null, country_code: 'US', timezone: 'America/New_York' }),
    ]);
    const audit = await rows(`select actor_sub, changes, personal_changes from staff_audit_event e
      join account a on a.id::text = e.entity_id where action = 'account.create' and a.firebase_id = 'fb-1'`);
    expect(audit).toEqual([
      {
        actor_sub: 'staff-admin',
        changes: expect.objectContaining({ countryCode: [null, 'DE'], pushConsent: [null, true] }),
        personal_changes: expect.objectContaining({ email: [null, 'ada@example.org'] }),
      },
    ]);
    const again = await steps.create('ACCOUNTS', Buffer.from(FILE, 'latin1'));
    expect(await steps.runAll(again.id)).toMatchObject({ check: { unchanged: 3 }, run: { unchanged: 3 } });
    expect(await rows('select version from account group by version')).toEqual([{ version: 1 }]);
  });

  it('are refused row by row with the cell and the rule, and the file of refused rows can be imported once corrected [import 2]', async () => {
    await insertAccounts(test.database.ownerPool, 1);
    const head = 'firebaseId,displayName,email,phone,countryCode,areaCode,timezone,birthDate,pushConsent,Notiz\n';
    const bad = [
      'a1,Fine,fine@example.org,,DE,BY,,,,ok',
      ',No key,,,DE,,,,,',
      'a3,Bad mail,nobody,,DE,,,,,',
      'a4,Bad phone,,03012,DE,,,,,',
      'a5,No country,,,XX,,,,,',
      'a6,Wrong area,,,DE,TX,,,,',
      'a7,Zone,,,DE,,Mars/Base,,,',
      'a8,Day,,,DE,,,31.13.1990,,',
      'a9,Push,,,DE,,,,perhaps,',
      'a1,Twice,,,DE,,,,,',
      'a10,Same mail,FINE@example.org,,DE,,,,,',
      'a11,Taken,person1@example.org,,DE,,,,,',
      'a12,Wide,,,DE,,,,,,x,y,z',
      `a13,${'n'.repeat(81)},,,DE,,,,,`,
      'a14,Nul\0,,,DE,,,,,',
      'a15,=1+2,,,DE,,,,,',
      'a16,Bad mail again,nobody,,DE,,,,,',
    ];
    const made = await steps.create('ACCOUNTS', `${head}${bad.join('\n')}\n`);
    expect(made.mapping.at(-1)).toBe(null);
    const { checked, check, run, done } = await steps.runAll(made.id);
    expect(check).toEqual({ created: 2, refused: 15 });
    expect(run).toEqual(check);
    const rules = Object.fromEntries(
      (checked.refusedRows as Refused[]).map(({ row, problems }) => [
        row,
        `${problems[0]?.column} ${problems[0]?.rule}`,
      ]),
    );
    expect(rules).toEqual({
      3: 'firebaseId required',
      4: 'email email',
      5: 'phone phone-invalid',
      6: 'countryCode unknown',
      7: 'areaCode not-in-country',
      8: 'timezone timezone',
      9: 'birthDate date',
      10: 'pushConsent boolean',
      11: 'firebaseId repeated',
      12: 'email repeated',
      13: 'email taken',
      14: 'null too-many-cells',
      15: 'displayName too-long',
      16: 'displayName characters',
      // Not repeated: an address that is none can't be taken.
      18: 'email email',
    });
    expect(checked.refusedRows[0].problems[0]).toMatchObject({ value: '' });
    expect(checked.refusedRows[8].problems[0].params).toEqual({ row: 2 });
    // A formula is imported as plain text.
    expect(await rows(`select display_name from account where firebase_id = 'a15'`)).toEqual([
      { display_name: '=1+2' },
    ]);
    expect(done.run.result.rows).toBe(15);
    const failed = await steps.file(done.run.result.url);
    expect(failed.startsWith('\ufefffirebaseId,displayName,')).toBe(true);
    expect(failed).toContain('a4,Bad phone,,03012,DE,,,,,,phone: is not a phone number of DE\r\n');
    const corrected = failed.replace(',03012,', ",'+49301234567,");
    const second = await steps.create('ACCOUNTS', corrected);
    expect(second.mapping.at(-1)).toBe(null);
    expect((await steps.runAll(second.id)).run).toEqual({ created: 1, updated: 1, refused: 13 });
    expect(await rows(`select phone_e164 from account where firebase_id = 'a4'`)).toEqual([
      { phone_e164: '+49301234567' },
    ]);
  });

  it('are updated where a row differs; empty cells keep or clear the value, and rows can be skipped', async () => {
    await insertAccounts(test.database.ownerPool, 3);
    const before = await rows('select firebase_id, email, phone_e164 from account order by id');
    const file = `firebaseId,displayName,email,phone\n${before[0].firebase_id},New Name,new@example.org,\nunknown-1,X,,\n`;
    const made = await steps.create('ACCOUNTS', file);
    expect(made.missingFields).toEqual(['countryCode']);
    expect((await steps.start('checkImport', made.id)).body.errors[0].extensions).toMatchObject({
      code: 'field.invalid',
      details: { fields: { countryCode: [{ rule: 'required' }] } },
    });
    const updated = await steps.update({ id: made.id, missingRows: 'SKIP' });
    expect(updated.body.data.updateImport.import.missingFields).toEqual([]);
    expect((await steps.runAll(made.id)).run).toEqual({ updated: 1, missing: 1 });
    expect(
      await rows('select display_name, email, email_verified, phone_e164, version from account order by id limit 1'),
    ).toEqual([
      {
        display_name: 'New Name',
        email: 'new@example.org',
        email_verified: false,
        phone_e164: before[0].phone_e164,
        version: 2,
      },
    ]);
    expect(
      await rows(`select changes, personal_changes from staff_audit_event where action = 'account.update'`),
    ).toEqual([
      { changes: {}, personal_changes: expect.objectContaining({ displayName: ['Bruno Rivers', 'New Name'] }) },
    ]);
    await steps.update({ id: made.id, emptyCells: 'CLEAR' });
    expect((await steps.runAll(made.id)).run).toEqual({ updated: 1, missing: 1 });
    expect(await rows('select phone_e164 from account order by id limit 1')).toEqual([{ phone_e164: null }]);
    await steps.update({ id: made.id, existingRows: 'SKIP' });
    expect((await steps.runAll(made.id)).run).toEqual({ exists: 1, missing: 1 });
  });

  it("are found by number or email as well; a Firebase id can't change, and an erased account can't be updated", async () => {
    await insertAccounts(test.database.ownerPool, 2);
    await test.database.ownerPool.query(`update account set state = 'CLOSED', state_reason = 'r' where id = (select id from account order by id offset 1 limit 1);
      update account set state = 'ERASED', state_reason = null, display_name = null, email = null, phone_e164 = null, email_verified = false,
        firebase_id = null, push_consent = false where state = 'CLOSED'`);
    const [first, erased] = await rows('select public_no::text as no, email, firebase_id from account order by id');
    const made = await steps.create(
      'ACCOUNTS',
      `No.,Name,Firebase ID\n${first.no},By number,${first.firebase_id}\n${erased.no},Back,\n999999999,None,\n`,
    );
    await steps.update({ id: made.id, matchBy: ['number'] });
    const { run, done } = await steps.runAll(made.id);
    expect(run).toEqual({ updated: 1, refused: 2 });
    expect((done.refusedRows as Refused[]).map(({ problems }) => problems[0]?.rule)).toEqual(['is-erased', 'unknown']);
    const byMail = await steps.create(
      'ACCOUNTS',
      `email,name,firebaseId\n${first.email.toUpperCase()},By mail,other\n`,
    );
    await steps.update({ id: byMail.id, matchBy: ['email'], missingRows: 'SKIP' });
    const refused = await steps.runAll(byMail.id);
    expect(refused.done.refusedRows[0].problems).toEqual([
      { column: 'firebaseId', field: 'firebaseId', value: 'other', rule: 'fixed', params: null },
    ]);
  });

  it('are read from the chosen sheet of a workbook: days, numbers, results of formulas, cells anywhere', async () => {
    const content = workbook({
      Notes: [['nothing here']],
      People: [
        ['firebaseId', 'displayName', 'birthDate', 'countryCode', 'pushConsent'],
        ['x-1', 'Ünïcode & <tags>', { day: 33238 }, 'DE', { xml: '<c r="$REF" t="b"><v>1</v></c>' }],
        ['x-2', { xml: '<c r="$REF" t="str"><f>A3&amp;"!"</f><v>x-2!</v></c>' }, '', 'US', ''],
        [{ xml: '<c r="A4" t="inlineStr"><is><t>x-3</t></is></c><c r="D4" t="inlineStr"><is><t>DE</t></is></c>' }],
        ['x-4', { xml: '<c r="$REF" t="e"><v>#REF!</v></c>' }, '', 'DE', ''],
      ],
    });
    const made = await steps.create('ACCOUNTS', content, 'people.xlsx');
    expect(made).toMatchObject({ format: 'XLSX', sheets: ['Notes', 'People'], sheet: 'People' });
    const notes = (await steps.update({ id: made.id, sheet: 'Notes' })).body.data.updateImport.import;
    expect(notes.columns).toMatchObject([{ header: 'nothing here' }]);
    const chosen = (await steps.update({ id: made.id, sheet: 'People' })).body.data.updateImport.import;
    expect(chosen.columns[2]).toMatchObject({ header: 'birthDate', samples: ['1990-12-31', '', '', ''] });
    const { run, done } = await steps.runAll(made.id);
    expect(run).toEqual({ created: 3, refused: 1 });
    expect(done.refusedRows).toMatchObject([{ row: 5, problems: [{ rule: 'cell-error', value: '#REF!' }] }]);
    expect(await rows('select display_name, birth_date::text from account order by firebase_id')).toEqual([
      { display_name: 'Ünïcode & <tags>', birth_date: '1990-12-31' },
      { display_name: 'x-2!', birth_date: null },
      { display_name: null, birth_date: null },
    ]);
  });

  it('reuse the last mapping for a file with the same headings', async () => {
    const file = 'Kunde,Staat\nk-1,DE\n';
    const made = await steps.create('ACCOUNTS', file);
    expect(made.mapping).toEqual([null, null]);
    await steps.update({ id: made.id, mapping: ['firebaseId', 'countryCode'] });
    expect((await steps.runAll(made.id)).run).toEqual({ created: 1 });
    expect((await steps.create('ACCOUNTS', file)).mapping).toEqual(['firebaseId', 'countryCode']);
    // The file of its refused rows has one more heading.
    const refused = 'Kunde,Staat,import_problem\nk-1,DE,Staat: unknown\n';
    expect((await steps.create('ACCOUNTS', refused)).mapping).toEqual(['firebaseId', 'countryCode', null]);
    expect((await importSteps(test, { token: 'admin' }).create('ACCOUNTS', 'Kunde,Land\nk,DE\n')).mapping).toEqual([
      null,
      'countryCode',
    ]);
  });
});

describe('time zones of a file', () => {
  const ODD: Readonly<Record<string, string | null>> = {
    'Asia/Calcutta': 'Asia/Kolkata',
    'Europe/Kiev': 'Europe/Kyiv',
    'US/Pacific': 'America/Los_Angeles',
    'America/Coyhaique': 'America/Coyhaique',
    'EUROPE/BERLIN': 'Europe/Berlin',
    utc: 'UTC',
    'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
    GMT0: 'UTC',
    'Antarctica/Troll': 'Antarctica/Troll',
    Z: null,
    'UTC+2': null,
    '+02:00': null,
    'Etc/GMT+5': null,
    'W. Europe Standard Time': null,
    CET: null,
    PST: null,
    AET: null,
    'SystemV/AST4': null,
    'US/Pacific-New': null,
  };

  it('are those of the list by any of their names; any other is the problem of its row alone', async () => {
    const lines = Object.keys(ODD).map((zone, n) => `zone-${String(n).padStart(2, '0')},DE,${zone}`);
    const { id } = await steps.create('ACCOUNTS', `firebaseId,countryCode,timezone\n${lines.join('\n')}`);
    const { checked, check, run } = await steps.runAll(id);
    expect(run).toEqual(check);
    const read = Object.values(ODD).filter((zone) => zone !== null);
    expect(await rows('select timezone from account order by firebase_id')).toEqual(
      read.map((timezone) => ({ timezone })),
    );
    const refused = checked.refusedRows as Refused[];
    expect(refused).toHaveLength(lines.length - read.length);
    for (const { problems } of refused)
      expect(problems).toMatchObject([{ column: 'timezone', rule: expect.stringMatching(/^timezone(-like)?$/) }]);
  });
});

describe('an import', () => {
  it('requires the permission to edit its records, and is visible to its owner only [import 1]', async () => {
    const marketing = importSteps(test, { token: 'marketing' });
    expect(await marketing.upload('a\nb\n')).toBeUndefined();
    const made = await steps.create('ACCOUNTS', FILE);
    for (const query of [
      `{ import(id: "${made.id}") { id } }`,
      '{ myImports(entity: ACCOUNTS) { id } }',
      '{ importTarget(entity: ACCOUNTS) { canCreate } }',
      `mutation { checkImport(input: { id: "${made.id}" }) { import { id } } }`,
    ]) {
      const answer = await marketing.send(query);
      expect(answer.body.errors[0].extensions.code).toBe('access.denied');
    }
    const uploadId = await steps.upload(FILE);
    const used = await steps.send(
      `mutation { createImport(input: { entity: ACCOUNTS, uploadId: "${uploadId}", fileName: "a" }) { import { id } } }`,
    );
    expect(used.body.errors).toBeUndefined();
    const twice = await steps.send(
      `mutation { createImport(input: { entity: ACCOUNTS, uploadId: "${uploadId}", fileName: "a" }) { import { id } } }`,
    );
    expect(twice.body.errors[0].extensions.code).toBe('record.not-found');
  });

  it('requires a check, and another one after a setting was changed', async () => {
    const made = await steps.create('ACCOUNTS', Buffer.from(FILE, 'latin1'));
    expect((await steps.start('runImport', made.id)).body.errors[0].extensions.code).toBe('state.invalid-transition');
    await steps.ended('check', made.id);
    const changed = await steps.update({ id: made.id, existingRows: 'SKIP' });
    expect(changed.body.data.updateImport.import.check).toBe(null);
    expect((await steps.start('runImport', made.id)).body.errors[0].extensions.code).toBe('state.invalid-transition');
    const wrong = await steps.update({
      id: made.id,
      mapping: ['email', 'email', null, null, null, null, null, null, null],
    });
    expect(wrong.body.errors[0].extensions.details.fields).toEqual({ mapping: [{ rule: 'repeated-field' }] });
  });
});
