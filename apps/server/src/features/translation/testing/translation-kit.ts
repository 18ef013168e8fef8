import { publishShipped } from '../../../embedded/translations/publish-shipped.ts';
import { asShipped } from '../../../embedded/translations/shipped-language.ts';
import { takeOverShipped } from '../../../embedded/translations/take-over-shipped.ts';
import type { TestApp, TestToken } from '../../../testing/test-app.ts';

/** A text, as returned by the API. */
export interface AnsweredText {
  readonly id: string;
  readonly version: number;
  readonly key: string;
  readonly value: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
  readonly [field: string]: any;
}

/** Texts by locale and key. */
export type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

const FIELDS = `id version locale key namespace source value translatedFrom shippedValue editedFrom publishedValue isEdited isOvertaken isUnpublished
  problems { rule params } state reports updatedBy { sub }`;
const LANGUAGE = `id version locale name direction isSource isWithdrawn unpublishedChanges pluralForms publication { id action added changed removed note
  by { sub } isCurrent canRollBack bundle { sha256 filePath messages } } counts { total translated missing stale invalid edited reported }
  actions { action isAllowed refusal }`;
const DIFF = `sha256 isSame added changed removed unchanged messages missing stale invalidCount invalid { key }
  items { key change before after }`;
const PUBLICATION = `id number action note added changed removed isCurrent canRollBack at by { sub } bundle { sha256 filePath messages }`;

/** Edits texts of the client `shop` like staff, and starts servers that ship them. */
export function translationDesk(test: () => TestApp, token: TestToken = 'admin') {
  const ask = async (document: string, variables: Record<string, unknown> = {}, headers = {}) => {
    const { body } = await test().send(document, variables, { token, headers });
    return { data: body.data, error: body.errors?.[0]?.extensions };
  };
  const read = async (document: string, variables: Record<string, unknown> = {}) => {
    const { data, error } = await ask(document, variables);
    if (error !== undefined) throw new Error(JSON.stringify(error));
    return data;
  };
  const languages = async (clientId = 'shop') =>
    (
      await read(`query($clientId: String!) { translationLanguages(clientId: $clientId) { ${LANGUAGE} } }`, {
        clientId,
      })
    ).translationLanguages;
  const language = async (locale: string) => {
    // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
    const found = (await languages()).find((each: any) => each.locale === locale);
    if (found === undefined) throw new Error(`No language ${locale}`);
    return found;
  };
  const list = async (locale: string, filter: object = {}, more = '', variables: Record<string, unknown> = {}) => {
    const { id } = await language(locale);
    const { translations } = await read(
      `query($filter: TranslationFilter!, $search: String) { translations(first: 100, filter: $filter, search: $search ${more})
        { nodes { ${FIELDS} } count { value } matchedBy } }`,
      { filter: { language: { in: [id] }, ...filter }, ...variables },
    );
    return translations as { nodes: AnsweredText[]; count: { value: number }; matchedBy: string | null };
  };
  const text = async (locale: string, key: string): Promise<AnsweredText> => {
    const found = (await list(locale)).nodes.find((each) => each.key === key);
    if (found === undefined) throw new Error(`No key ${key}`);
    return found;
  };
  const save = async (
    { id, version }: Pick<AnsweredText, 'id' | 'version'>,
    value: string | null,
    headers = {},
  ): Promise<{ value: AnsweredText; error: AnsweredText | undefined }> => {
    const { data, error } = await ask(
      `mutation($input: SaveTranslationInput!) { saveTranslation(input: $input) { translation { ${FIELDS} } } }`,
      { input: { id, expectedVersion: version, value } },
      headers,
    );
    return { value: data?.saveTranslation.translation, error };
  };
  const diff = async (locale: string) => {
    const { id } = await language(locale);
    return (await read(`query($id: ID!) { translationDiff(languageId: $id) { ${DIFF} } }`, { id })).translationDiff;
  };
  return {
    ask,
    read,
    languages,
    language,
    list,
    text,
    save,
    diff,
    /** Runs what a server start with these shipped texts does. */
    ship: async (texts: Texts, clientId = 'shop') => {
      const found = Object.entries(texts).map(([locale, messages]) => {
        const [code = '', countryCode = ''] = locale.split('-');
        return { language: code, countryCode, texts: messages };
      });
      const shipped = asShipped(found);
      await takeOverShipped(test().database.db, clientId, shipped);
      return publishShipped(test().database.db, clientId, shipped);
    },
    write: async (locale: string, key: string, value: string | null): Promise<AnsweredText> => {
      const { value: written, error } = await save(await text(locale, key), value);
      if (error !== undefined) throw new Error(JSON.stringify(error));
      return written;
    },
    publish: async (locale: string, note: string | null = null, sha256: string | null = null) => {
      const { id } = await language(locale);
      const expected = sha256 ?? (await diff(locale)).sha256;
      const { data, error } = await ask(
        `mutation($input: PublishTranslationsInput!) { publishTranslations(input: $input) { translationPublication { ${PUBLICATION} } } }`,
        { input: { languageId: id, expectedSha256: expected, note } },
      );
      return { value: data?.publishTranslations.translationPublication, error };
    },
    publications: async (locale: string) => {
      const { id } = await language(locale);
      const { translationPublications } = await read(
        `query($filter: TranslationPublicationFilter!) { translationPublications(filter: $filter) { nodes { ${PUBLICATION} } count { value } } }`,
        { filter: { language: { in: [id] } } },
      );
      return translationPublications.nodes;
    },
    rollBack: async (publicationId: string, expectedCurrentId: string | null, reason = 'It was better before') => {
      const { data, error } = await ask(
        `mutation($input: RollBackTranslationsInput!) { rollBackTranslations(input: $input) { translationPublication { ${PUBLICATION} } } }`,
        { input: { publicationId, expectedCurrentId, reason } },
      );
      return { value: data?.rollBackTranslations.translationPublication, error };
    },
    /** Returns the texts that readers load, from the public addresses. */
    served: async (locale: string): Promise<Record<string, string> | null> => {
      const answer = await test().app.inject('/i18n/clients/shop/languages/published');
      if (answer.statusCode === 404) return null;
      const found = answer
        .json<{ language: { iso639_1: string; country_code: string }; file_path: string }[]>()
        .find((each) => `${each.language.iso639_1}-${each.language.country_code}` === locale);
      return found === undefined ? null : (await test().app.inject(`/cdn/${found.file_path}`)).json();
    },
  };
}
