import { expect, it } from 'vitest';
import { fileApp } from '../testing/file-app.ts';

const COUNT = '{ topicCategories(search: "counted") { count { value } } }';
const CREATE =
  'mutation M($input: CreateTopicCategoryInput!) { createTopicCategory(input: $input) { topicCategory { id } } }';

const test = await fileApp();

const count = async (): Promise<number> => (await test.send(COUNT)).body.data.topicCategories.count.value;

it('never returns a count older than the caller’s own change', async () => {
  expect(await count()).toBe(0);
  for (const [index, code] of ['counted-a', 'counted-b'].entries()) {
    const { body } = await test.send(CREATE, { input: { code, nameI18n: { 'en-US': `Counted ${index}` } } });
    expect(body.errors).toBeUndefined();
    expect(await count()).toBe(index + 1);
  }
});
