import { beforeEach, describe, expect, it } from 'vitest';
import { createTranslations } from '../../embedded/translations/translations.plugin.ts';
import { fileApp } from '../../testing/file-app.ts';
import { translationDesk } from './testing/translation-kit.ts';

const FIRST = {
  'en-US': {
    'shop.title': 'Shop',
    'shop.rows': '{n, plural, one {# row} other {# rows}}',
    'cart.add': 'Add <b>{name}</b>',
  },
  'de-DE': {
    'shop.title': 'Laden',
    'shop.rows': '{n, plural, one {# Zeile} other {# Zeilen}}',
    'cart.add': '<b>{name}</b> dazu',
  },
};

const desk = translationDesk(() => test);
const test = await fileApp({}, ({ db }) => [createTranslations({ db, origins: () => false })]);
beforeEach(async () => {
  test.now = new Date(Date.now() + 60_000);
  await test.database.ownerPool.query('TRUNCATE translation_client, translation_bundle, translation_missing CASCADE');
  await desk.ship(FIRST);
});

const stateOf = async (locale: string, key: string) => (await desk.text(locale, key))['state'];

describe('texts that ship with the product', () => {
  it('can be edited in every language, and are published', async () => {
    const [english, german] = await desk.languages();
    expect(english).toMatchObject({ locale: 'en-US', isSource: true, direction: 'LTR', unpublishedChanges: 0 });
    expect(german).toMatchObject({
      locale: 'de-DE',
      name: 'Deutsch',
      counts: { total: 3, translated: 3, missing: 0, stale: 0, invalid: 0, edited: 0, reported: 0 },
      publication: { action: 'SHIPPED', by: null, added: 3, isCurrent: true, bundle: { messages: 3 } },
      unpublishedChanges: 0,
      pluralForms: ['one', 'other'],
    });
    const { nodes } = await desk.list('de-DE');
    expect(nodes.map(({ key, source, value, state, namespace }) => [key, source, value, state, namespace])).toEqual([
      ['cart.add', 'Add <b>{name}</b>', '<b>{name}</b> dazu', 'TRANSLATED', 'cart'],
      ['shop.rows', expect.any(String), expect.any(String), 'TRANSLATED', 'shop'],
      ['shop.title', 'Shop', 'Laden', 'TRANSLATED', 'shop'],
    ]);
    expect(await desk.read('{ translationClients { id keys languages unknownReports } }')).toEqual({
      translationClients: [{ id: 'shop', keys: 3, languages: 2, unknownReports: 0 }],
    });
  });

  it('follow the next version unless edited; one that ships unchanged for a changed English text is stale [languages 1]', async () => {
    await desk.ship({
      'en-US': { ...FIRST['en-US'], 'shop.title': 'Our shop', 'cart.add': 'Put <b>{name}</b>' },
      'de-DE': { ...FIRST['de-DE'], 'shop.title': 'Unser Laden' },
    });
    expect(await desk.text('de-DE', 'shop.title')).toMatchObject({
      value: 'Unser Laden',
      translatedFrom: 'Our shop',
      state: 'TRANSLATED',
      isEdited: false,
    });
    expect(await desk.text('de-DE', 'cart.add')).toMatchObject({
      source: 'Put <b>{name}</b>',
      translatedFrom: 'Add <b>{name}</b>',
      state: 'STALE',
    });
    expect((await desk.served('de-DE'))?.['shop.title']).toBe('Unser Laden');
    // Starting the previous version again restores everything.
    await desk.ship(FIRST);
    expect(await desk.text('de-DE', 'shop.title')).toMatchObject({ value: 'Laden', state: 'TRANSLATED' });
    expect(await stateOf('de-DE', 'cart.add')).toBe('TRANSLATED');
  });

  it('keep an edited text through the next version, and show all three sides [languages 1]', async () => {
    await desk.write('de-DE', 'shop.title', 'Geschäft');
    await desk.write('de-DE', 'cart.add', '<b>{name}</b> hinzufügen');
    await desk.ship({
      'en-US': FIRST['en-US'],
      'de-DE': { ...FIRST['de-DE'], 'shop.title': 'Kaufladen', 'cart.add': '<b>{name}</b> hinzufügen' },
    });
    expect(await desk.text('de-DE', 'shop.title')).toMatchObject({
      value: 'Geschäft',
      editedFrom: 'Laden',
      shippedValue: 'Kaufladen',
      isEdited: true,
      isOvertaken: true,
      state: 'TRANSLATED',
      updatedBy: { sub: 'staff-admin' },
    });
    // The product ships the edited text, so the edit ends.
    expect(await desk.text('de-DE', 'cart.add')).toMatchObject({ isEdited: false, editedFrom: null });
  });

  it('that are removed are retired, read-only and not in the next publication; if shipped again, they are restored [languages 1]', async () => {
    await desk.write('de-DE', 'cart.add', '<b>{name}</b> rein');
    const { 'cart.add': _gone, ...rest } = FIRST['en-US'];
    const { 'cart.add': _weg, ...german } = FIRST['de-DE'];
    await desk.ship({ 'en-US': rest, 'de-DE': german });
    const retired = await desk.text('de-DE', 'cart.add');
    expect(retired).toMatchObject({ state: 'RETIRED', value: '<b>{name}</b> rein' });
    expect((await desk.save(retired, 'anders <b>{name}</b>')).error?.['code']).toBe('state.invalid-transition');
    expect((await desk.language('de-DE')).counts.total).toBe(2);
    expect(Object.keys((await desk.served('de-DE')) ?? {})).toEqual(['shop.rows', 'shop.title']);
    await desk.ship(FIRST);
    expect(await desk.text('de-DE', 'cart.add')).toMatchObject({ state: 'TRANSLATED', value: '<b>{name}</b> rein' });
  });

  it('are written once by many concurrent starts', async () => {
    const next = { 'en-US': { ...FIRST['en-US'], 'shop.more': 'More' }, 'de-DE': FIRST['de-DE'] };
    await Promise.all(Array.from({ length: 6 }, () => desk.ship(next)));
    expect((await desk.language('de-DE')).counts).toMatchObject({ total: 4, missing: 1 });
    expect((await desk.publications('en-US')).length).toBe(2);
  });

  it("skip texts that the database can't store, and continue", async () => {
    await desk.ship({
      'en-US': { ...FIRST['en-US'], 'a b': 'x', 'shop.long': 'x'.repeat(2_001), 'shop.none': '' },
      'de-DE': FIRST['de-DE'],
    });
    expect((await desk.language('en-US')).counts.total).toBe(3);
  });
});

describe('writing a text', () => {
  it('records its author and version, and does not change the published text', async () => {
    const saved = await desk.write('de-DE', 'shop.title', 'Geschäft');
    expect(saved).toMatchObject({
      value: 'Geschäft',
      isEdited: true,
      isUnpublished: true,
      publishedValue: 'Laden',
      version: 2,
    });
    expect((await desk.language('de-DE')).counts.edited).toBe(1);
    expect((await desk.language('de-DE')).unpublishedChanges).toBe(1);
    expect((await desk.served('de-DE'))?.['shop.title']).toBe('Laden');
    const { translation } = await desk.read(
      `query($id: ID!) { translation(id: $id) { others { locale value state } history(first: 5) { nodes { action changes { field before after } } } } }`,
      { id: saved.id },
    );
    expect(translation).toEqual({
      others: [{ locale: 'en-US', value: 'Shop', state: 'TRANSLATED' }],
      history: {
        nodes: [{ action: 'translation.update', changes: [{ field: 'value', before: 'Laden', after: 'Geschäft' }] }],
      },
    });
    const { auditEvents } = await desk.read('{ auditEvents(first: 1) { nodes { record { kind name } } } }');
    expect(auditEvents.nodes).toEqual([{ record: { kind: 'translation', name: 'Geschäft' } }]);
  });

  it('is refused if the text is invalid, with the reason [languages 2]', async () => {
    const cases: [key: string, value: string, rule: string, params: object][] = [
      ['shop.title', 'Laden {', 'message-syntax', { detail: expect.any(String) }],
      ['shop.title', 'Laden {name}', 'message-strange', { names: 'name' }],
      ['cart.add', 'dazu', 'message-lacking', { names: '<b>, name' }],
      ['cart.add', '<b>{name, number}</b> <i>x</i>', 'message-strange', { names: '<i>' }],
      ['shop.rows', '{n, plural, one {# Zeile}}', 'message-syntax', { detail: expect.any(String) }],
      ['shop.rows', '{n, plural, few {#} other {#}}', 'message-forms', { forms: 'one' }],
      ['shop.rows', '{n, date}', 'message-kind', { names: 'n' }],
      ['shop.title', 'x'.repeat(2_001), 'too-long', { max: 2_000 }],
      ['shop.title', 'a\u0001', 'characters', {}],
    ];
    for (const [key, value, rule, params] of cases) {
      const { error } = await desk.save(await desk.text('de-DE', key), value);
      expect(error).toMatchObject({ code: 'field.invalid' });
      expect(error?.['details'].fields.value[0]).toMatchObject({
        rule,
        ...(Object.keys(params).length > 0 && { params }),
      });
    }
    expect(await stateOf('de-DE', 'shop.title')).toBe('TRANSLATED');
  });

  it('stores hostile texts unchanged', async () => {
    for (const value of ["'; drop table account; --", '“><script>', '\u202eright', '💥'.repeat(500), ' %_\\ ']) {
      const { error } = await desk.save(await desk.text('de-DE', 'shop.title'), value);
      // A tag is syntax, and invalid unless the English text has it; a direction override makes a text look like
      // another.
      if (/[<\u202e]/.test(value)) expect(error?.['code']).toBe('field.invalid');
      else expect((await desk.text('de-DE', 'shop.title')).value).toBe(value);
    }
  });

  it('by two people at once keeps the first and shows it to the second [languages 2]', async () => {
    const seen = await desk.text('de-DE', 'shop.title');
    const answers = await Promise.all([desk.save(seen, 'Erster'), desk.save(seen, 'Zweiter')]);
    const refused = answers.filter(({ error }) => error !== undefined);
    const kept = answers.find(({ error }) => error === undefined)?.value;
    expect(refused).toHaveLength(1);
    expect(refused[0]?.error).toMatchObject({
      code: 'record.conflict',
      details: { current: { value: kept?.value, version: kept?.version, updatedBy: { sub: 'staff-admin' } } },
    });
  });

  it('can remove it, but not the English one; readers then see English', async () => {
    await desk.write('de-DE', 'shop.title', '  ');
    expect(await desk.text('de-DE', 'shop.title')).toMatchObject({ state: 'MISSING', value: null, isEdited: true });
    const { error } = await desk.save(await desk.text('en-US', 'shop.title'), null);
    expect(error?.['details']).toEqual({ fields: { value: [{ rule: 'required' }] } });
    await desk.publish('de-DE');
    expect(Object.keys((await desk.served('de-DE')) ?? {})).toEqual(['cart.add', 'shop.rows']);
  });

  it('that is equal leaves no trace', async () => {
    const seen = await desk.text('de-DE', 'shop.title');
    expect((await desk.save(seen, 'Laden')).value.version).toBe(seen.version);
  });

  it('can restore the shipped text', async () => {
    const edited = await desk.write('de-DE', 'shop.title', 'Geschäft');
    const { restoreShippedTranslation } = await desk.read(
      `mutation($id: ID!, $v: Int!) { restoreShippedTranslation(input: { id: $id, expectedVersion: $v }) { translation { value isEdited editedFrom } } }`,
      { id: edited.id, v: edited.version },
    );
    expect(restoreShippedTranslation.translation).toEqual({ value: 'Laden', isEdited: false, editedFrom: null });
  });
});

describe('an English text that is edited', () => {
  it('makes translations stale, and the translator sees the change [languages 2]', async () => {
    const seen = await desk.text('de-DE', 'shop.title');
    await desk.write('en-US', 'shop.title', 'Our shop');
    expect(await desk.text('de-DE', 'shop.title')).toMatchObject({
      state: 'STALE',
      source: 'Our shop',
      translatedFrom: 'Shop',
    });
    const { error } = await desk.save(seen, 'Geschäft');
    expect(error).toMatchObject({
      code: 'record.conflict',
      details: { current: { source: 'Our shop', value: 'Laden' } },
    });
    // The same text again confirms it.
    await desk.write('de-DE', 'shop.title', 'Laden');
    expect(await desk.text('de-DE', 'shop.title')).toMatchObject({
      state: 'TRANSLATED',
      translatedFrom: 'Our shop',
      isEdited: false,
    });
  });

  it('must have the placeholders of the code, and makes translations with others invalid', async () => {
    const english = await desk.text('en-US', 'cart.add');
    expect((await desk.save(english, 'Add {count}')).error).toMatchObject({ code: 'field.invalid' });
    await desk.ship({ 'en-US': FIRST['en-US'], 'de-DE': FIRST['de-DE'], 'fr-FR': {} });
    await desk.write('fr-FR', 'cart.add', 'Ajouter <b>{name}</b>');
    // The product renames a placeholder; shipped translations follow, edited ones can't.
    await desk.ship({
      'en-US': { ...FIRST['en-US'], 'cart.add': 'Add <b>{title}</b>' },
      'de-DE': { ...FIRST['de-DE'], 'cart.add': '<b>{title}</b> dazu' },
      'fr-FR': {},
    });
    expect(await stateOf('de-DE', 'cart.add')).toBe('TRANSLATED');
    expect(await desk.text('fr-FR', 'cart.add')).toMatchObject({
      state: 'INVALID',
      problems: [
        { rule: 'message-strange', params: { names: 'name' } },
        { rule: 'message-lacking', params: { names: 'title' } },
      ],
    });
    await desk.write('fr-FR', 'cart.add', 'Ajouter <b>{title}</b>');
    expect(await stateOf('fr-FR', 'cart.add')).toBe('TRANSLATED');
  });
});

describe('confirming stale texts', () => {
  const accept = async (selection: object) =>
    desk.ask(
      'mutation($s: TranslationSelection!) { acceptTranslations(input: { selection: $s }) { accepted skipped } }',
      {
        s: selection,
      },
    );

  it('confirms all selected texts, each with an audit event', async () => {
    await desk.write('en-US', 'shop.title', 'Our shop');
    await desk.write('en-US', 'cart.add', 'Put <b>{name}</b>');
    const { id } = await desk.language('de-DE');
    const { data } = await accept({ filter: { language: { in: [id] } } });
    expect(data.acceptTranslations).toEqual({ accepted: 2, skipped: 1 });
    expect(await stateOf('de-DE', 'shop.title')).toBe('TRANSLATED');
    const { rows } = await test.database.pool.query(
      "select entity_id, changes from staff_audit_event where action = 'translation.accept' order by id desc limit 2",
    );
    expect(rows.map(({ changes }) => Object.keys(changes))).toEqual([['translatedFrom'], ['translatedFrom']]);
    expect((await accept({ filter: { language: { in: [id] } } })).data.acceptTranslations).toEqual({
      accepted: 0,
      skipped: 3,
    });
  });

  it('accepts selected texts, and keeps an edited one permanently over shipped ones', async () => {
    await desk.write('de-DE', 'shop.title', 'Geschäft');
    await desk.ship({ 'en-US': FIRST['en-US'], 'de-DE': { ...FIRST['de-DE'], 'shop.title': 'Kaufladen' } });
    const { id } = await desk.language('de-DE');
    const { id: text } = await desk.text('de-DE', 'shop.title');
    expect((await accept({ filter: { language: { in: [id] } }, ids: [text] })).data.acceptTranslations).toEqual({
      accepted: 1,
      skipped: 0,
    });
    expect(await desk.text('de-DE', 'shop.title')).toMatchObject({
      value: 'Geschäft',
      editedFrom: 'Kaufladen',
      isOvertaken: false,
    });
  });

  it('requires a language', async () => {
    expect((await accept({ filter: {} })).error?.['code']).toBe('filter.invalid');
    const nobody = '01890a5d-ac96-774b-bcce-b302099a8057';
    expect((await accept({ filter: { language: { in: [nobody] } } })).error?.['code']).toBe('record.not-found');
  });
});

describe('the list', () => {
  it('finds a key, and texts by part of them in any language', async () => {
    expect(await desk.list('de-DE', {}, '', { search: 'shop.title' })).toMatchObject({
      matchedBy: 'KEY',
      nodes: [{ key: 'shop.title' }],
    });
    for (const search of ['LADEN', 'hop.tit', 'Zeilen', 'rows'])
      expect((await desk.list('en-US', {}, '', { search })).nodes.length, search).toBeGreaterThan(0);
    expect((await desk.list('en-US', {}, '', { search: 'Zeilen' })).nodes.map(({ key }) => key)).toEqual(['shop.rows']);
    expect((await desk.list('de-DE', {}, '', { search: '%' })).nodes).toEqual([]);
  });

  it('can be filtered by texts that need work [languages 5]', async () => {
    await desk.ship({ 'en-US': { ...FIRST['en-US'], 'shop.more': 'More' }, 'de-DE': FIRST['de-DE'] });
    await desk.write('en-US', 'shop.title', 'Our shop');
    const report = [
      { locale: 'de-DE', key: 'shop.more' },
      { locale: 'de-DE', key: 'no.such' },
    ];
    await test.app.inject({ method: 'POST', url: '/i18n/clients/shop/missing', payload: { missing: report } });
    const keys = async (filter: object) => (await desk.list('de-DE', filter)).nodes.map(({ key }) => key);
    expect(await keys({ state: { in: ['MISSING'] } })).toEqual(['shop.more']);
    expect(await keys({ state: { in: ['STALE'] } })).toEqual(['shop.title']);
    expect(await keys({ reported: true })).toEqual(['shop.more']);
    expect(await keys({ namespace: { in: ['cart'] } })).toEqual(['cart.add']);
    await desk.write('de-DE', 'cart.add', 'Nur <b>{name}</b>');
    expect(await keys({ edited: true })).toEqual(['cart.add']);
    expect(await keys({ unpublished: true })).toEqual(['cart.add']);
    expect((await desk.language('de-DE')).counts).toEqual({
      total: 4,
      translated: 2,
      missing: 1,
      stale: 1,
      invalid: 0,
      edited: 1,
      reported: 1,
    });
    const { id } = await desk.language('de-DE');
    const { translationNamespaces } = await desk.read(
      'query($id: ID!) { translationNamespaces(languageId: $id) { name counts { total missing reported } } }',
      { id },
    );
    expect(translationNamespaces).toEqual([
      { name: 'cart', counts: { total: 1, missing: 0, reported: 0 } },
      { name: 'shop', counts: { total: 3, missing: 1, reported: 1 } },
    ]);
    // Filling it ends the report; reports of unknown keys can be deleted.
    await desk.write('de-DE', 'shop.more', 'Mehr');
    expect(await desk.text('de-DE', 'shop.more')).toMatchObject({ reports: 0 });
    expect(
      (await desk.read('{ translationUnknownReports(clientId: "shop") { key reports } }')).translationUnknownReports,
    ).toEqual([{ key: 'no.such', reports: 1 }]);
    expect(
      (await desk.read('mutation { clearUnknownTranslationReports(input: { clientId: "shop" }) { cleared } }'))
        .clearUnknownTranslationReports.cleared,
    ).toBe(1);
  });

  it('requires a language', async () => {
    expect((await desk.ask('{ translations(filter: {}) { nodes { id } } }')).error?.['code']).toBe('filter.invalid');
  });
});
