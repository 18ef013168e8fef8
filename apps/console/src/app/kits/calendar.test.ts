// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { cleanUp, until } from '../testing/console.ts';
import { pageOf } from '../testing/fake-api.ts';
import { screen, showAs } from '../testing/show-as.ts';

cleanUp();

const DAY_MS = 86_400_000;
const row = (index: number, change: object = {}) => ({
  id: `0198c0de-0000-7000-8000-00000000000${index.toString(16)}`,
  title: `Message ${index}`,
  state: 'SCHEDULED',
  sendMode: 'AT_INSTANT',
  startsAt: new Date().toISOString(),
  timezone: 'UTC',
  topic: { id: 't', kind: 'MARKETING', name: 'News' },
  ...change,
});
const capabilities = {
  sorts: [{ key: 'SCHEDULED', isDate: true, defaultDirection: 'DESC' }],
  filters: [{ key: 'state' }, { key: 'scheduled' }],
  defaultSort: { key: 'CREATED' },
  searches: ['TEXT'],
};
const weekOf = (variables: unknown) =>
  (variables as { filter: { scheduled: { from: string; to: string } } }).filter.scheduled;

test('notifications are a table or a calendar of a week, in the URL, with the same filters', async () => {
  const { api, user, shown } = await showAs(['ADMIN'], '/notifications?state=SCHEDULED', {
    notifications: pageOf([row(1)]),
    listCapabilities: capabilities,
  });
  await screen.findByRole('grid');
  await user.click(await screen.findByRole('radio', { name: 'Calendar' }));
  await until(() => expect(shown()).toBe('/notifications?state=SCHEDULED&as=calendar'));
  const entry = await screen.findByRole('link', { name: /, Message 1, Scheduled, Scheduled for: .+ Topic: News/ });
  expect(screen.queryByRole('grid')).toBeNull();
  const { variables } = api.sentAs('NotificationPage').at(-1) ?? {};
  expect(variables).toMatchObject({
    filter: { state: { in: ['SCHEDULED'] } },
    sort: { key: 'SCHEDULED', direction: 'ASC' },
    first: 100,
  });
  const { from, to } = weekOf(variables);
  // The week, and a day on each side for other zones.
  expect(Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)).toBe(9);
  await user.click(await screen.findByRole('button', { name: 'One week later' }));
  const later = () => Date.parse(weekOf(api.sentAs('NotificationPage').at(-1)?.variables).from) - Date.parse(from);
  await until(() => expect(Math.round(later() / DAY_MS)).toBe(7));
  await user.click(screen.getByRole('button', { name: 'This week' }));
  await user.click(await screen.findByRole('link', { name: /, Message 1, / }));
  await until(() => expect(shown()).toBe(`/notifications/${row(1).id}`));
  expect(entry.getAttribute('href')).toBe(`/notifications/${row(1).id}`);
});

test('a day with many notifications leads to the table of that day', async () => {
  const { user, shown } = await showAs(['ADMIN'], '/notifications?as=calendar', {
    notifications: pageOf(Array.from({ length: 10 }, (_each, index) => row(index))),
    listCapabilities: capabilities,
  });
  const more = await screen.findByRole('link', { name: '2 more' });
  expect(screen.getAllByRole('link', { name: /, Message \d, / })).toHaveLength(8);
  await user.click(more);
  await until(() => expect(shown()).toMatch(/^\/notifications\?scheduled=\d{8}T\d{4}Z\.\.\d{8}T\d{4}Z$/));
  await screen.findByRole('grid');
});

test('a day outside the filter of the time is empty, and drafts without a time are not asked for', async () => {
  const { api } = await showAs(['ADMIN'], '/notifications?scheduled=20200101T0000Z..20200102T0000Z&as=calendar', {
    notifications: pageOf([row(1)]),
    listCapabilities: capabilities,
  });
  await screen.findByText('Nothing this week');
  expect(api.sentAs('NotificationPage')).toHaveLength(1);
});
