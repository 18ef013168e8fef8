import { describe, expect, it } from 'vitest';
import { fileApp } from '../../testing/file-app.ts';
import { recordOf } from '../../testing/payload.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';

const CATEGORIES = ['01900000-0000-7000-8000-00000000c001', '01900000-0000-7000-8000-00000000c002'] as const;
const test = await fileApp();
await insertReferenceData(test.database.ownerPool);
await insertAccounts(test.database.ownerPool, 6);
await test.database.ownerPool.query(
  `insert into topic_category (id, code, name_i18n, position, archived_at) values
    ($1, 'news', '{"en-US":"News"}', 1, null), ($2, 'shop', '{"en-US":"Shop"}', 2, null),
    ('01900000-0000-7000-8000-00000000c003', 'old', '{"en-US":"Old"}', 3, now())`,
  [...CATEGORIES],
);

// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
async function ask(query: string, variables: Record<string, unknown>): Promise<{ data: any; error: any }> {
  const { body } = await test.send(query, variables);
  return { data: body.data && Object.values(body.data)[0], error: body.errors?.[0]?.extensions };
}
// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
async function change(query: string, input: Record<string, unknown>): Promise<{ data: any; error: any }> {
  const { data, error } = await ask(query, { input });
  return { data: recordOf(data), error };
}
const create = (code: string, categoryId: string) =>
  change('mutation M($input: CreateTopicInput!) { createTopic(input: $input) { topic { id position version } } }', {
    code,
    categoryId,
    kind: 'SERVICE',
    nameI18n: { 'en-US': code },
    descriptionI18n: { 'en-US': code },
  });

describe('topics', () => {
  it('are listed by category, then by position, and become the last of a new category [reference 3]', async () => {
    const [news, shop] = CATEGORIES;
    const made = [await create('shop-1', shop), await create('news-1', news), await create('news-2', news)];
    expect(made.map(({ data }) => data.position)).toEqual([1, 1, 2]);
    const codes = async () =>
      (await ask('{ topics(first: 50) { nodes { code position } } }', {})).data.nodes.map(
        ({ code, position }: { code: string; position: number }) => `${code} ${position}`,
      );
    expect(await codes()).toEqual(['news-1 1', 'news-2 2', 'shop-1 1']);
    const { data } = await change(
      'mutation M($input: UpdateTopicInput!) { updateTopic(input: $input) { topic { position } } }',
      { id: made[1]?.data.id, expectedVersion: 1, patch: { categoryId: shop } },
    );
    expect(data.position).toBe(2);
    expect(await codes()).toEqual(['news-2 2', 'shop-1 1', 'news-1 2']);
    const { error } = await change(
      'mutation M($input: MoveTopicInput!) { moveTopic(input: $input) { topic { id } } }',
      {
        id: made[2]?.data.id,
        expectedVersion: 1,
        before: made[0]?.data.id,
      },
    );
    expect(error.details.fields).toEqual({ before: [{ rule: 'unknown' }] });
  });

  it("can't be assigned to an archived or unknown category", async () => {
    expect((await create('x-1', '01900000-0000-7000-8000-00000000c003')).error.details.fields).toEqual({
      categoryId: [{ rule: 'not-in-use' }],
    });
    expect((await create('x-2', '01900000-0000-7000-8000-00000000dead')).error.details.fields).toEqual({
      categoryId: [{ rule: 'unknown' }],
    });
  });

  it('count their subscribers, whatever changes the subscriptions', async () => {
    const { data } = await create('counted', CATEGORIES[0]);
    const { pool } = test.database;
    const count = async () =>
      (await ask('query Q($id: ID!) { topic(id: $id) { subscriberCount version } }', { id: data.id })).data;
    await pool.query(
      `insert into account_topic_subscription (account_id, topic_id, is_subscribed, source)
       select id, $1, public_no % 2 = 0, 'APP' from account`,
      [data.id],
    );
    expect((await count()).subscriberCount).toBe(3);
    await pool.query(`update account_topic_subscription set is_subscribed = not is_subscribed where account_id = $1`, [
      accountId(2),
    ]);
    const after = await count();
    expect([2, 4]).toContain(after.subscriberCount);
    const { rows } = await pool.query(
      `select count(*)::int from account_topic_subscription where topic_id = $1 and is_subscribed`,
      [data.id],
    );
    expect(after).toEqual({ subscriberCount: rows[0].count, version: 1 });
  });
});
