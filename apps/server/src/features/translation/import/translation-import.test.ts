import { beforeEach, describe, expect, it } from 'vitest';
import { importSteps } from '../../../imports/testing/import-steps.ts';
import { fileApp, startFileWorker } from '../../../testing/file-app.ts';
import { untilJob } from '../../../testing/test-worker.ts';
import { translationDesk } from '../testing/translation-kit.ts';

const TEXTS = {
  'en-US': { 'shop.title': 'Shop', 'shop.rows': '{n, plural, one {# row} other {# rows}}', 'cart.add': 'Add {name}' },
  'de-DE': { 'shop.title': 'Laden', 'shop.rows': '{n, plural, one {# Zeile} other {# Zeilen}}' },
};

const desk = translationDesk(() => test);
const test = await fileApp();
const steps = importSteps(test);
startFileWorker(test);
beforeEach(async () => {
  await test.database.ownerPool.query(
    'TRUNCATE translation_client, translation_bundle, translation_missing, import_mapping CASCADE',
  );
  await desk.ship(TEXTS);
});

describe('importing texts', () => {
  it('fills and changes them by key, one column per language, and reports invalid rows [languages 4]', async () => {
    const file = [
      'Key,Text (de-DE),value.en-US',
      'shop.title,Geschäft,Store',
      'shop.rows,"{n, plural, other {# Zeilen}",',
      'cart.add,Hinzufügen,',
      'no.such,x,',
      'shop.title,Doppelt,',
    ].join('\n');
    const created = await steps.create('TRANSLATIONS', file);
    expect(created.mapping).toEqual(['key', 'value.de-DE', 'value.en-US']);
    const { checked, done, run } = await steps.runAll(created.id);
    expect(
      checked.refusedRows.map(({ row, problems }: { row: number; problems: { rule: string }[] }) => [
        row,
        problems.map(({ rule }) => rule),
      ]),
    ).toEqual([
      [3, ['message-syntax']],
      [4, ['message-lacking']],
      [6, ['repeated']],
    ]);
    expect(run).toEqual({ updated: 1, missing: 1, refused: 3 });
    expect(await steps.file(done.run.result.url)).toContain('lacks name of the English text');
    expect(await desk.text('de-DE', 'shop.title')).toMatchObject({
      value: 'Geschäft',
      source: 'Store',
      translatedFrom: 'Store',
      state: 'TRANSLATED',
      updatedBy: { sub: 'staff-admin' },
    });
    const { rows } = await test.database.pool.query(
      "select changes from staff_audit_event where action = 'translation.update' order by id desc limit 2",
    );
    expect(rows.map(({ changes }) => changes.value)).toEqual([
      ['Laden', 'Geschäft'],
      ['Shop', 'Store'],
    ]);
  });

  it('accepts published files, including nested ones, with the language in their name [languages 4]', async () => {
    const content = JSON.stringify({ shop: { title: 'Geschäft' }, 'cart.add': '{name} dazu' });
    const created = await steps.create('TRANSLATIONS', content, 'de-DE.0123456789abcdef.json');
    expect(created).toMatchObject({ format: 'JSON', mapping: ['key', 'value.de-DE'] });
    expect((await steps.runAll(created.id)).run).toEqual({ updated: 2 });
    expect(await desk.text('de-DE', 'cart.add')).toMatchObject({ value: '{name} dazu', state: 'TRANSLATED' });
    // The same file again changes nothing; without a language in its name, the caller must map the column.
    const again = await steps.create('TRANSLATIONS', `\ufeff${content}`, 'texts.json');
    expect(again.mapping).toEqual(['key', null]);
    await steps.update({ id: again.id, mapping: ['key', 'value.de-DE'] });
    expect((await steps.runAll(again.id)).run).toEqual({ unchanged: 2 });
    const { body } = await steps.tryCreate('TRANSLATIONS', '{"a": ', 'de-DE.json');
    expect(body.errors[0].extensions.details.fields.file[0].rule).toBe('file-damaged');
  });

  it('fills only missing texts, and clears texts, only if the settings say so', async () => {
    const created = await steps.create('TRANSLATIONS', 'key,value.de-DE\nshop.title,Anders\ncart.add,{name} dazu\n');
    await steps.update({ id: created.id, existingRows: 'SKIP' });
    expect((await steps.runAll(created.id)).run).toEqual({ exists: 1, updated: 1 });
    const clearing = await steps.create('TRANSLATIONS', 'key,value.de-DE,value.fr-FR\nshop.title,,\n');
    expect((await steps.runAll(clearing.id)).run).toEqual({ unchanged: 1 });
    await steps.update({ id: clearing.id, emptyCells: 'CLEAR', mapping: ['key', 'value.de-DE', null] });
    expect((await steps.runAll(clearing.id)).run).toEqual({ updated: 1 });
    expect(await desk.text('de-DE', 'shop.title')).toMatchObject({ state: 'MISSING' });
  });

  it('requires the client if there are several', async () => {
    await desk.ship(TEXTS, 'other');
    const created = await steps.create('TRANSLATIONS', 'key,value.de-DE\nshop.title,Anders\n');
    expect((await steps.runAll(created.id)).check).toEqual({ refused: 1 });
    const named = await steps.create(
      'TRANSLATIONS',
      'client,key,value.de-DE\nother,shop.title,Anders\nshop,shop.title,Hier\n',
    );
    expect(named.matchBy).toEqual(['client', 'key']);
    expect((await steps.runAll(named.id)).run).toEqual({ updated: 2 });
    expect((await desk.text('de-DE', 'shop.title')).value).toBe('Hier');
  });

  it('is refused without the permission to write texts', async () => {
    const { body } = await importSteps(test, { token: 'marketing' }).send(
      '{ importTarget(entity: TRANSLATIONS) { canCreate } }',
    );
    expect(body.errors[0].extensions.code).toBe('access.denied');
  });
});

it('an exported file can be corrected and imported again [languages 4]', async () => {
  test.now = new Date(Date.now() + 60_000);
  const { id } = await desk.language('de-DE');
  const { startExport } = await desk.read(
    `mutation($input: StartExportInput!) { startExport(input: $input) { job { id } } }`,
    {
      input: {
        list: 'TRANSLATIONS',
        format: 'CSV',
        locale: 'de-DE',
        timeZone: 'UTC',
        selection: { filter: { language: { in: [id] } } },
        columns: [
          { key: 'key', heading: 'Schlüssel' },
          { key: 'source', heading: 'Englisch' },
          { key: 'value', heading: 'Übersetzung (de-DE)' },
        ],
      },
    },
  );
  await untilJob(test, startExport.job.id, 'SUCCEEDED', 'FAILED');
  const { job } = await desk.read('query($id: ID!) { job(id: $id) { state result { url } } }', {
    id: startExport.job.id,
  });
  const csv = await steps.file(job.result.url);
  expect(csv).toContain('shop.title,Shop,Laden');
  const created = await steps.create('TRANSLATIONS', csv.replace('Laden', 'Geschäft'));
  expect(created.mapping).toEqual(['key', null, 'value.de-DE']);
  expect((await steps.runAll(created.id)).run).toEqual({ updated: 1, unchanged: 2 });
});
