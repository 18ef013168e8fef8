import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountId } from '../../testing/test-accounts.ts';
import { notificationDesk } from './testing/notification-kit.ts';
import { createNotificationWorld, type NotificationWorld } from './testing/notification-world.ts';

let world: NotificationWorld;
const marketing = notificationDesk(() => world.test, 'marketing');

beforeAll(async () => {
  world = await createNotificationWorld();
});
afterAll(() => world.test.close());

it('a test has the values of its account, in the language of the text', async () => {
  await world.rows(`update account set display_name = 'Ruth Damm' where id = $1`, [accountId(1)]);
  const draft = await marketing.made({
    titleI18n: { 'en-US': 'Hi {{firstName|there}}', 'de-DE': 'Hallo {{firstName|du}}' },
    bodyI18n: { 'en-US': 'You have {{points}} points', 'de-DE': '{{points}} Punkte bei {{store|uns}}' },
  });
  world.pushed.length = 0;
  await marketing.done(marketing.test(draft, await world.numberOf(1), 'de-DE'));
  expect(world.pushed[0]).toMatchObject({ title: 'Hallo Ruth', body: '0 Punkte bei uns' });
});

it.each([
  ['Hi {{name}}', 'placeholder'],
  ['Hi {{firstName}}', 'placeholder-fallback'],
  ['Hi {{firstName|there', 'placeholder'],
])('%s is refused at its language: %s', async (text, rule) => {
  const error = await marketing.refusal(marketing.create({ bodyI18n: { 'en-US': 'Hello', 'de-DE': text } }));
  expect(error).toMatchObject({ code: 'field.invalid', details: { fields: { 'bodyI18n.de-DE': [{ rule }] } } });
});

it('is refused when its longest values would not fit into a message', async () => {
  const deepLink = `https://shop.example/${'a'.repeat(950)}`;
  const imageUrl = `https://shop.example/${'b'.repeat(950)}`;
  const points = '{{points}}'.repeat(5);
  const body = (text: string) => ({ bodyI18n: { 'en-US': `${'ä'.repeat(150)}${text}` } });
  await marketing.made({ deepLink, imageUrl, ...body('a'.repeat(50)) });
  const long = { titleI18n: { 'en-US': points }, deepLink, imageUrl, ...body(points) };
  const error = await marketing.refusal(marketing.create(long));
  expect(error.details.fields['bodyI18n.en-US'][0].rule).toBe('payload-too-big');
});
