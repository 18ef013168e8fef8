import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileApp } from '../testing/file-app.ts';
import { answerOf, type ListModel, questions, variablesOf } from './testing/list-model.ts';
import { ACCOUNT_MODEL, AREA_MODEL, insertListedRows, NOW, TOPIC_MODEL } from './testing/list-models.ts';

// Compares random queries, through the real application, with a model in memory. A failure prints its seed.

/** Queries per list; each reads all of its pages. */
const RUNS = 15;

type AnyModel = ListModel<{ readonly id: string }>;
const MODELS = [ACCOUNT_MODEL, TOPIC_MODEL, AREA_MODEL] as readonly unknown[] as readonly AnyModel[];

const test = await fileApp();
beforeAll(async () => {
  test.now = NOW;
  await insertListedRows(test.database.ownerPool);
});

interface Page {
  readonly nodes: readonly { readonly id: string }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  readonly count?: { readonly kind: string; readonly value: number };
}

function listText({ field, filterType, sortType }: AnyModel, rest = ''): string {
  return `query L($first: Int, $after: String, $last: Int, $before: String, $filter: ${filterType}, $sort: ${sortType}, $search: String) {
    ${field}(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search) {
      nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } ${rest} } }`;
}

async function page(model: AnyModel, variables: Record<string, unknown>, rest = ''): Promise<Page> {
  const answer = await test.send(listText(model, rest), variables);
  expect(answer.body.errors).toBeUndefined();
  return answer.body.data[model.field];
}

/** All ids from one end to the other, in pages of alternating sizes. */
async function walk(
  model: AnyModel,
  question: Record<string, unknown>,
  sizes: readonly number[],
  isBackward = false,
  afterPage: (index: number) => Promise<void> = async () => undefined,
): Promise<string[]> {
  const pages: string[][] = [];
  let cursor: string | null = null;
  for (let index = 0; ; index++) {
    const size = sizes[index % sizes.length];
    const bounds = isBackward ? { last: size, before: cursor } : { first: size, after: cursor };
    const { nodes, pageInfo }: Page = await page(model, { ...question, ...bounds });
    expect(isBackward ? pageInfo.hasNextPage : pageInfo.hasPreviousPage).toBe(cursor !== null);
    pages.push(nodes.map(({ id }) => id));
    if (!(isBackward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) break;
    expect(nodes).toHaveLength(size ?? 0);
    cursor = isBackward ? pageInfo.startCursor : pageInfo.endCursor;
    await afterPage(index);
  }
  return (isBackward ? pages.reverse() : pages).flat();
}

const sizes = fc
  .array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 3 })
  .filter((all) => Math.max(...all) > 16);

describe.each(MODELS)('any query of $field', (model) => {
  it('returns every matching row exactly once, in order, in both directions, with the exact count [trap 1] [lists 1]', async () => {
    const rows = await model.readRows(test);
    await fc.assert(
      fc.asyncProperty(questions(model), sizes, async (question, pageSizes) => {
        const expected = answerOf(model, rows, question);
        const variables = variablesOf(question);
        expect(await walk(model, variables, pageSizes)).toEqual(expected);
        expect(await walk(model, variables, pageSizes, true)).toEqual(expected);
        const { count } = await page(model, { ...variables, first: 1 }, 'count { kind value }');
        expect(count).toEqual({ kind: 'EXACT', value: expected.length });
      }),
      { numRuns: RUNS },
    );
  });
});

it('returns rows added during paging at most once, without losing or repeating others [lists 2]', async () => {
  const model = MODELS[0] as AnyModel;
  const rows = await model.readRows(test);
  const added = fc.record({
    created: fc.date({
      min: new Date('2025-12-31T23:00:00Z'),
      max: new Date('2026-01-01T01:00:00Z'),
      noInvalidDate: true,
    }),
    name: fc.constantFrom('Added Apfel', 'Added Zebra', 'Added %'),
  });
  await fc.assert(
    fc.asyncProperty(
      questions(model),
      fc.array(added, { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      async (question, news, isBackward) => {
        const pool = test.database.ownerPool;
        const expected = answerOf(model, rows, { ...question, search: null });
        const variables = variablesOf({ ...question, search: null });
        const seen = await walk(model, variables, [9, 23], isBackward, async (index) => {
          const one = news[index];
          if (one !== undefined)
            await pool.query(
              `insert into account (display_name, country_code, locale, timezone, created_at) values ($1, 'DE', 'en-US', 'Europe/Berlin', $2)`,
              [one.name, one.created],
            );
        });
        const { rows: inserted } = await pool.query(
          `delete from account where display_name like 'Added %' returning id`,
        );
        const isNew = new Set(inserted.map(({ id }: { id: string }) => id));
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen.filter((id) => !isNew.has(id))).toEqual(expected);
      },
    ),
    { numRuns: RUNS },
  );
});

it('starts a page at any record, with any kind of key', async () => {
  for (const { field, type } of [
    { field: 'accounts', type: 'Account' },
    { field: 'countryRecords', type: 'CountryRecord' },
  ]) {
    const ask = async (rest: string) =>
      (
        await test.send(`query S($sort: ${type}Sort) { ${field}(${rest} sort: $sort) { nodes { id } } }`, {
          sort: { key: 'NAME', direction: 'ASC' },
        })
      ).body;
    const ids = (await ask('')).data[field].nodes.map(({ id }: { id: string }) => id);
    expect((await ask(`startAt: { id: "${ids[1]}" }`)).data[field].nodes[0].id).toBe(ids[1]);
    expect((await ask('startAt: { id: "nowhere" }')).errors[0].extensions.code).toBe('record.not-found');
  }
});

describe('a selection by rule', () => {
  const PREVIEW = `query P($selection: AccountSelection!) { previewAccountBulk(selection: $selection, action: SUSPEND) { total } }`;
  const totalOf = async (selection: Record<string, unknown>): Promise<unknown> => {
    const { body } = await test.send(PREVIEW, { selection });
    return body.errors ?? body.data.previewAccountBulk.total;
  };

  it('selects exactly the rows that the list shows for the same filter and search [ux 42]', async () => {
    const rows = await ACCOUNT_MODEL.readRows(test);
    await fc.assert(
      fc.asyncProperty(questions(ACCOUNT_MODEL), fc.nat(), async (question, at) => {
        const expected = answerOf(ACCOUNT_MODEL, rows, question);
        const { filter, search } = variablesOf(question);
        expect(await totalOf({ filter, search })).toBe(expected.length);
        const but = expected[at % expected.length];
        if (but === undefined) return;
        expect(await totalOf({ filter, search, exclusions: [but] })).toBe(expected.length - 1);
        // Excluding all of them leaves nothing, so no other row was selected.
        expect(await totalOf({ filter, search, exclusions: expected })).toBe(0);
      }),
      { numRuns: 2 * RUNS },
    );
  });
});
