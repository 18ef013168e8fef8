import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

const COUNT = '{ topicCategories(search: "counted") { count { value } } }';
const CREATE =
  'mutation M($input: CreateTopicCategoryInput!) { createTopicCategory(input: $input) { topicCategory { id } } }';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const count = async (): Promise<number> => (await test.send(COUNT)).body.data.topicCategories.count.value;

it('never returns a count older than the caller’s own change', async () => {
  expect(await count()).toBe(0);
  for (const [index, code] of ['counted-a', 'counted-b'].entries()) {
    const { body } = await test.send(CREATE, { input: { code, nameI18n: { 'en-US': `Counted ${index}` } } });
    expect(body.errors).toBeUndefined();
    expect(await count()).toBe(index + 1);
  }
});
