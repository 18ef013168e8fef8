import type pg from 'pg';
import { PLAIN_ENTITIES } from '../../features/index.ts';
import { recordOf } from '../../testing/payload.ts';
import type { TestApp, TestRequest } from '../../testing/test-app.ts';
import { listName } from '../plain-entity.graphql.ts';

/** An answer, loosely typed for tests. */
// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
export type Answer = any;

/** An entity of reference data under the contract test. */
export interface Subject {
  readonly noun: string;
  readonly name: string;
  readonly one: string;
  readonly many: string;
  /** Name of its list in exports. */
  readonly list: string;
  /** Input of a new record with a unique code; null: records are preset. */
  readonly make: ((code: string) => Record<string, unknown>) | null;
  /** Id of an existing record; null: one is created. */
  readonly given: string | null;
  readonly isArchived: boolean;
  readonly isOrdered: boolean;
}

/** Existing categories. */
const CATEGORY = { topic: '01900000-0000-7000-8000-00000000c001', badge: '01900000-0000-7000-8000-00000000c002' };
const text = (value: string) => ({ 'en-US': value, 'de-DE': `${value} (de)` });
const MANUAL = { awardMode: 'MANUAL', descriptionI18n: text('d'), criteriaI18n: text('c') };
/** Every entity that is built from the shared parts. */
export const SUBJECTS: readonly Subject[] = [
  ...Object.entries(PLAIN_ENTITIES).map(
    ([many, { noun, typeName }]): Subject => ({
      noun,
      name: typeName,
      one: typeName.replace(/^./, (first) => first.toLowerCase()),
      many,
      list: listName(many),
      make: (code) => ({ code, nameI18n: text(code) }),
      given: null,
      isArchived: true,
      isOrdered: true,
    }),
  ),
  {
    noun: 'topic',
    name: 'Topic',
    one: 'topic',
    many: 'topics',
    list: 'TOPICS',
    make: (code) => ({
      code,
      nameI18n: text(code),
      descriptionI18n: text('d'),
      categoryId: CATEGORY.topic,
      kind: 'MARKETING',
    }),
    given: null,
    isArchived: true,
    isOrdered: true,
  },
  {
    noun: 'badge',
    name: 'Badge',
    one: 'badge',
    many: 'badges',
    list: 'BADGES',
    make: (code) => ({ ...MANUAL, code, nameI18n: text(code), categoryId: CATEGORY.badge }),
    given: null,
    isArchived: false,
    isOrdered: false,
  },
  {
    noun: 'area',
    name: 'Area',
    one: 'area',
    many: 'areaRecords',
    list: 'AREAS',
    make: (code) => ({
      countryCode: 'DE',
      code: code.toUpperCase(),
      nameI18n: text(code),
      timezone: 'Europe/Berlin',
    }),
    given: null,
    isArchived: true,
    isOrdered: false,
  },
  {
    noun: 'country',
    name: 'Country',
    one: 'country',
    many: 'countryRecords',
    list: 'COUNTRIES',
    make: null,
    given: 'DE',
    isArchived: false,
    isOrdered: false,
  },
];

const FIELDS =
  'id name nameI18n version actions usedBy { kind count isLowerBound } updatedBy { sub name } createdAt updatedAt';

/** Inserts the categories of the tests' topics and badges. */
export async function insertCategories(pool: pg.Pool): Promise<void> {
  for (const kind of ['topic', 'badge'] as const) {
    await pool.query(
      `insert into ${kind}_category (id, code, name_i18n, position) values ($1, 'first', '{"en-US":"First"}', 1)`,
      [CATEGORY[kind]],
    );
  }
}

let serial = 0;
/** A code that no other record has. */
export const newCode = (): string => `code-${(serial++).toString(36)}`;

/** Creates, changes and reads records over the API. */
export function referenceRecords(test: TestApp) {
  const ask = async (query: string, variables: Record<string, unknown>, request?: TestRequest): Promise<Answer> => {
    const answer = await test.send(query, variables, request);
    return {
      ...answer,
      data: answer.body.data && Object.values(answer.body.data)[0],
      error: answer.body.errors?.[0]?.extensions,
    };
  };

  const change = async (name: string, input: object, fields: string, request?: TestRequest): Promise<Answer> => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    const noun = name.replace(/^[a-z]+/, '').replace(/^./, (first) => first.toLowerCase());
    const answer = await ask(
      `mutation M($input: ${type}!) { ${name}(input: $input) { ${noun} { ${fields} } } }`,
      { input },
      request,
    );
    return { ...answer, data: recordOf(answer.data) };
  };
  const create = (subject: Subject, input: object, request?: TestRequest): Promise<Answer> =>
    change(`create${subject.name}`, input, FIELDS, request);
  const update = (
    subject: Subject,
    id: string,
    expectedVersion: number,
    patch: object,
    request?: TestRequest,
  ): Promise<Answer> => change(`update${subject.name}`, { id, expectedVersion, patch }, FIELDS, request);
  const act = (
    name: string,
    id: string,
    expectedVersion: number,
    rest: object = {},
    request?: TestRequest,
  ): Promise<Answer> => change(name, { id, expectedVersion, ...rest }, 'id version', request);
  const read = async (subject: Subject, id: string, fields = FIELDS): Promise<Answer> =>
    (await ask(`query Q($id: ID!) { ${subject.one}(id: $id) { ${fields} } }`, { id })).data;

  const made = async (subject: Subject): Promise<string> => {
    if (subject.make === null) return subject.given ?? '';
    return (await create(subject, subject.make(newCode()))).data.id;
  };

  return { ask, create, update, act, read, made };
}
