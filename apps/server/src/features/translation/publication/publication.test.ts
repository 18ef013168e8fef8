import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTranslations } from '../../../embedded/translations/translations.plugin.ts';
import { fileApp } from '../../../testing/file-app.ts';
import { translationDesk } from '../testing/translation-kit.ts';

const TEXTS = {
  'en-US': { 'shop.title': 'Shop', 'shop.more': 'More' },
  'de-DE': { 'shop.title': 'Laden', 'shop.more': 'Mehr' },
};

const desk = translationDesk(() => test);
const test = await fileApp({}, ({ db }) => [createTranslations({ db, origins: () => false })]);
beforeEach(async () => {
  test.now = new Date(Date.now() + 60_000);
  await test.database.ownerPool.query('TRUNCATE translation_client, translation_bundle, translation_missing CASCADE');
  await desk.ship(TEXTS);
});

const rowsOf = async (text: string) => (await test.database.ownerPool.query(text)).rows;

describe('publishing', () => {
  it('shows the changes, publishes exactly those, and is recorded [languages 3]', async () => {
    await desk.write('de-DE', 'shop.title', 'Geschäft');
    await desk.write('de-DE', 'shop.more', null);
    const diff = await desk.diff('de-DE');
    expect(diff).toMatchObject({
      isSame: false,
      added: 0,
      changed: 1,
      removed: 1,
      unchanged: 0,
      messages: 1,
      missing: 1,
      items: [
        { key: 'shop.more', change: 'REMOVED', before: 'Mehr', after: null },
        { key: 'shop.title', change: 'CHANGED', before: 'Laden', after: 'Geschäft' },
      ],
    });
    const { value } = await desk.publish('de-DE', ' Better words ');
    expect(value).toMatchObject({
      action: 'PUBLISHED',
      note: 'Better words',
      by: { sub: 'staff-admin' },
      changed: 1,
      removed: 1,
      isCurrent: true,
      canRollBack: false,
      bundle: { sha256: diff.sha256, messages: 1 },
    });
    const { data } = await desk.ask(
      'query($id: ID!) { found: translationPublication(id: $id) { number locale changed } none: translationPublication(id: "x") { id } }',
      { id: value.id },
    );
    expect(data).toEqual({ found: { number: 2, locale: 'de-DE', changed: 1 }, none: null });
    expect(
      await rowsOf(
        "select changes from staff_audit_event where action = 'translation-language.publish' order by id desc limit 1",
      ),
    ).toEqual([{ changes: { publication: ['de-DE #1', 'de-DE #2'] } }]);
    expect(await desk.served('de-DE')).toEqual({ 'shop.title': 'Geschäft' });
    expect((await test.app.inject(`/cdn/${value.bundle.filePath}`)).json()).toEqual({ 'shop.title': 'Geschäft' });
    expect(await desk.language('de-DE')).toMatchObject({ unpublishedChanges: 0, publication: { id: value.id } });
    expect((await desk.publications('de-DE')).map(({ action }: { action: string }) => action)).toEqual([
      'PUBLISHED',
      'SHIPPED',
    ]);
  });

  it('of unchanged texts creates no publication; of texts that differ from the reviewed ones it fails [languages 3]', async () => {
    await desk.write('de-DE', 'shop.title', 'Geschäft');
    const { sha256 } = await desk.diff('de-DE');
    const [one, two] = await Promise.all([desk.publish('de-DE', null, sha256), desk.publish('de-DE', null, sha256)]);
    expect(one.value.id).toBe(two.value.id);
    expect(await desk.publications('de-DE')).toHaveLength(2);
    await desk.write('de-DE', 'shop.title', 'Anders');
    expect((await desk.publish('de-DE', null, sha256)).error).toMatchObject({ code: 'translation.changed' });
    expect((await desk.served('de-DE'))?.['shop.title']).toBe('Geschäft');
  });

  it('requires a text, and no invalid one', async () => {
    const { data } = await desk.ask(
      'mutation { addTranslationLanguage(input: { clientId: "shop", locale: "it-IT" }) { translationLanguage { id name counts { missing } publication { id } } } }',
    );
    expect(data.addTranslationLanguage.translationLanguage).toMatchObject({
      name: 'Italiano',
      counts: { missing: 2 },
      publication: null,
    });
    expect((await desk.publish('it-IT')).error?.code).toBe('translation.empty');
    await desk.write('it-IT', 'shop.title', 'Negozio');
    await desk.ship({
      'en-US': { ...TEXTS['en-US'], 'shop.title': 'Shop {name}' },
      'de-DE': { ...TEXTS['de-DE'], 'shop.title': 'Laden {name}' },
    });
    expect(await desk.diff('it-IT')).toMatchObject({ invalidCount: 1, invalid: [{ key: 'shop.title' }] });
    expect((await desk.publish('it-IT')).error).toMatchObject({ code: 'translation.invalid', details: { max: 1 } });
    await desk.write('it-IT', 'shop.title', 'Negozio {name}');
    expect((await desk.publish('it-IT')).value).toMatchObject({ added: 1 });
    expect(await desk.served('it-IT')).toEqual({ 'shop.title': 'Negozio {name}' });
  });

  it('stops a language from following the product while it has edited texts', async () => {
    await desk.write('de-DE', 'shop.title', 'Geschäft');
    await desk.publish('de-DE');
    const next = { ...TEXTS, 'de-DE': { 'shop.title': 'Kaufladen', 'shop.more': 'Noch mehr' } };
    await desk.ship(next);
    expect(await desk.served('de-DE')).toEqual({ 'shop.title': 'Geschäft', 'shop.more': 'Mehr' });
    expect((await desk.language('de-DE')).unpublishedChanges).toBe(1);
    // Equal to the shipped text again, so the language follows the product again.
    await desk.write('de-DE', 'shop.title', 'Kaufladen');
    await desk.publish('de-DE');
    await desk.ship({ ...TEXTS, 'de-DE': { 'shop.title': 'Markt', 'shop.more': 'Noch mehr' } });
    expect((await desk.served('de-DE'))?.['shop.title']).toBe('Markt');
  });

  it('ends reports of the published keys', async () => {
    await desk.ship({ 'en-US': { ...TEXTS['en-US'], 'shop.new': 'New' }, 'de-DE': TEXTS['de-DE'] });
    await desk.write('de-DE', 'shop.new', 'Neu');
    await test.app.inject({
      method: 'POST',
      url: '/i18n/clients/shop/missing',
      payload: { missing: [{ locale: 'de-DE', key: 'shop.new' }] },
    });
    expect(await desk.text('de-DE', 'shop.new')).toMatchObject({ reports: 1, state: 'TRANSLATED' });
    await desk.publish('de-DE');
    expect(await desk.text('de-DE', 'shop.new')).toMatchObject({ reports: 0 });
  });
});

describe('rolling back and withdrawing', () => {
  it('publishes an older file again after a review, and keeps the texts [languages 3]', async () => {
    await desk.write('de-DE', 'shop.title', 'Geschäft');
    const { value: published } = await desk.publish('de-DE');
    const [, shipped] = await desk.publications('de-DE');
    const { translationRollBackDiff } = await desk.read(
      'query($id: ID!) { translationRollBackDiff(publicationId: $id) { changed items { key before after } } }',
      { id: shipped.id },
    );
    expect(translationRollBackDiff).toEqual({
      changed: 1,
      items: [{ key: 'shop.title', before: 'Geschäft', after: 'Laden' }],
    });
    expect((await desk.rollBack(shipped.id, shipped.id)).error?.code).toBe('translation.changed');
    expect((await desk.rollBack(shipped.id, published.id, ' ')).error?.code).toBe('field.invalid');
    const { value } = await desk.rollBack(shipped.id, published.id);
    expect(value).toMatchObject({
      action: 'ROLLED_BACK',
      note: 'It was better before',
      changed: 1,
      bundle: { sha256: shipped.bundle.sha256 },
    });
    expect((await desk.served('de-DE'))?.['shop.title']).toBe('Laden');
    expect(await desk.text('de-DE', 'shop.title')).toMatchObject({ value: 'Geschäft', isUnpublished: true });
    expect((await desk.rollBack(shipped.id, value.id)).error?.code).toBe('state.invalid-transition');
    // A server start does not undo it.
    await desk.ship({ ...TEXTS, 'de-DE': { ...TEXTS['de-DE'], 'shop.more': 'Noch mehr' } });
    expect((await desk.served('de-DE'))?.['shop.more']).toBe('Mehr');
  });

  it("hides a language from readers until it is published again; English can't be withdrawn [languages 3]", async () => {
    const withdraw = async (locale: string) => {
      const { id, version } = await desk.language(locale);
      const { data, error } = await desk.ask(
        `mutation($id: ID!, $v: Int!) { withdrawTranslationLanguage(input: { id: $id, expectedVersion: $v, reason: "Too many mistakes" }) { translationLanguage {
          isWithdrawn publication { id } unpublishedChanges actions { action refusal } } } }`,
        { id, v: version },
      );
      return { value: data?.withdrawTranslationLanguage.translationLanguage, error };
    };
    expect((await withdraw('en-US')).error?.code).toBe('translation.source-language');
    expect((await withdraw('de-DE')).value).toMatchObject({
      isWithdrawn: true,
      publication: null,
      unpublishedChanges: 2,
      actions: [{ refusal: null }, { refusal: null }, { action: 'WITHDRAW', refusal: 'state.invalid-transition' }],
    });
    expect(await desk.served('de-DE')).toBeNull();
    expect((await withdraw('de-DE')).error?.code).toBe('state.invalid-transition');
    expect(await desk.ship({ ...TEXTS, 'de-DE': { ...TEXTS['de-DE'], 'shop.more': 'Noch mehr' } })).toEqual([]);
    expect(await desk.served('de-DE')).toBeNull();
    await desk.publish('de-DE');
    expect(await desk.served('de-DE')).toEqual({ 'shop.title': 'Laden', 'shop.more': 'Noch mehr' });
    expect((await desk.publications('de-DE'))[1]).toMatchObject({ action: 'WITHDRAWN', removed: 2, bundle: null });
  });
});

describe('a pseudo-locale', () => {
  it('is built from the current English texts, is served by its address, and is in no list [languages 5]', async () => {
    await desk.write('en-US', 'shop.title', 'Our shop');
    const make = async (locale: string, clientId = 'shop') =>
      desk.ask(
        'mutation($c: String!, $l: String!) { generatePseudoTranslations(input: { clientId: $c, locale: $l }) { translationBundle { filePath messages } } }',
        { c: clientId, l: locale },
      );
    const { data } = await make('en-XA');
    expect(data.generatePseudoTranslations.translationBundle.messages).toBe(2);
    const address = `/cdn/${data.generatePseudoTranslations.translationBundle.filePath}`;
    expect((await test.app.inject(address)).json()['shop.title']).toBe('[Öûŕ šĥöþ~~~]');
    expect((await make('en-XA')).data).toEqual(data);
    const { data: mirrored } = await make('ar-XB');
    const file = (
      await test.app.inject(`/cdn/${mirrored.generatePseudoTranslations.translationBundle.filePath}`)
    ).json();
    expect(file['shop.more']).toBe('\u202eMore\u202c');
    expect(await desk.served('en-XA')).toBeNull();
    expect((await make('de-DE')).error.details).toEqual({ fields: { locale: [{ rule: 'unknown' }] } });
    expect((await make('en-XA', 'nobody')).error.code).toBe('record.not-found');
  });
});

describe('languages', () => {
  it('are added once, with a valid code', async () => {
    const add = async (locale: string, clientId = 'shop') =>
      (
        await desk.ask(
          'mutation($c: String!, $l: String!) { addTranslationLanguage(input: { clientId: $c, locale: $l }) { translationLanguage { id } } }',
          { c: clientId, l: locale },
        )
      ).error;
    const cases: [locale: string, rule: string][] = [
      ['it', 'locale-country'],
      ['IT-it', 'locale-country'],
      ['en-XA', 'pseudo-locale'],
      ['qq-IT', 'unknown'],
      ['it-QQ', 'unknown'],
      ['de-DE', 'duplicate'],
    ];
    for (const [locale, rule] of cases)
      expect((await add(locale)).details, locale).toEqual({ fields: { locale: [{ rule }] } });
    expect((await add('it-IT', 'nobody')).code).toBe('record.not-found');
    const answers = await Promise.all([add('it-IT'), add('it-IT'), add('it-IT')]);
    expect(answers.filter((error) => error === undefined)).toHaveLength(1);
  });

  it('are limited in number by the database', async () => {
    await rowsOf("UPDATE translation_client SET language_count = 100 WHERE client_id = 'shop'");
    const { error } = await desk.ask(
      'mutation { addTranslationLanguage(input: { clientId: "shop", locale: "it-IT" }) { translationLanguage { id } } }',
    );
    expect(error.details).toEqual({ fields: { locale: [{ rule: 'too-many' }] } });
  });

  it('keep a name given by a person', async () => {
    const { id, version } = await desk.language('de-DE');
    await desk.read(
      'mutation($id: ID!, $v: Int!) { renameTranslationLanguage(input: { id: $id, expectedVersion: $v, name: " Deutsch (neu) " }) { translationLanguage { name } } }',
      { id, v: version },
    );
    await desk.ship({ ...TEXTS, 'fr-FR': { 'shop.title': 'Magasin' } });
    expect((await desk.language('de-DE')).name).toBe('Deutsch (neu)');
    const names = (await test.app.inject('/i18n/clients/shop/languages/published')).json();
    expect(names.map(({ language }: { language: { name: string } }) => language.name)).toContain('Deutsch (neu)');
  });
});

it('each mutation, sent again with its key, concurrently and later, has one effect and one answer', async () => {
  const digest = async () => {
    const tables = [
      'translation_language',
      'translation_message',
      'translation_publication',
      'published_language',
      'staff_audit_event',
    ];
    const parts = tables.map((name) => `select md5(string_agg(t::text, '|' order by t::text)) as hash from ${name} t`);
    return JSON.stringify(await rowsOf(parts.join(' union all ')));
  };
  const text = async (locale: string, key: string) => {
    const { id, version } = await desk.text(locale, key);
    return { id, v: version };
  };
  const steps: [document: string, variables: () => Promise<Record<string, unknown>>][] = [
    [
      'mutation { addTranslationLanguage(input: { clientId: "shop", locale: "it-IT" }) { translationLanguage { id } } }',
      async () => ({}),
    ],
    [
      'mutation($id: ID!, $v: Int!) { saveTranslation(input: { id: $id, expectedVersion: $v, value: "Our shop" }) { translation { id version } } }',
      () => text('en-US', 'shop.title'),
    ],
    [
      'mutation { generatePseudoTranslations(input: { clientId: "shop", locale: "en-XA" }) { translationBundle { filePath } } }',
      async () => ({}),
    ],
    [
      'mutation($s: TranslationSelection!) { acceptTranslations(input: { selection: $s }) { accepted } }',
      async () => ({ s: { filter: { language: { in: [(await desk.language('de-DE')).id] } } } }),
    ],
    [
      'mutation($id: ID!, $v: Int!) { restoreShippedTranslation(input: { id: $id, expectedVersion: $v }) { translation { version } } }',
      () => text('en-US', 'shop.title'),
    ],
    [
      'mutation($id: ID!, $v: Int!) { saveTranslation(input: { id: $id, expectedVersion: $v, value: "Geschäft" }) { translation { version } } }',
      () => text('de-DE', 'shop.title'),
    ],
    [
      'mutation($id: ID!, $sha: String!) { publishTranslations(input: { languageId: $id, expectedSha256: $sha }) { translationPublication { id } } }',
      async () => ({ id: (await desk.language('de-DE')).id, sha: (await desk.diff('de-DE')).sha256 }),
    ],
    [
      'mutation($id: ID!, $c: ID) { rollBackTranslations(input: { publicationId: $id, expectedCurrentId: $c, reason: "r" }) { translationPublication { id } } }',
      async () => {
        const [current, before] = await desk.publications('de-DE');
        return { id: before.id, c: current.id };
      },
    ],
    [
      'mutation($id: ID!, $v: Int!) { withdrawTranslationLanguage(input: { id: $id, expectedVersion: $v, reason: "r" }) { translationLanguage { version } } }',
      async () => {
        const { id, version } = await desk.language('de-DE');
        return { id, v: version };
      },
    ],
    [
      'mutation($id: ID!, $v: Int!) { renameTranslationLanguage(input: { id: $id, expectedVersion: $v, name: "Tedesco" }) { translationLanguage { version } } }',
      async () => {
        const { id, version } = await desk.language('de-DE');
        return { id, v: version };
      },
    ],
  ];
  for (const [document, variables] of steps) {
    const headers = { 'idempotency-key': randomUUID() };
    const given = await variables();
    const before = await digest();
    const together = await Promise.all([1, 2, 3].map(() => test.send(document, given, { headers })));
    const answered = together.filter(({ status }) => status !== 409);
    expect(answered.length, document).toBeGreaterThan(0);
    for (const { body } of answered) expect(body.errors, document).toBeUndefined();
    const effect = await digest();
    expect(effect, document).not.toBe(before);
    expect((await test.send(document, given, { headers })).body).toEqual(answered[0]?.body);
    expect(await digest(), document).toBe(effect);
  }
});
