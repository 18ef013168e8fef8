// @vitest-environment happy-dom
import { createI18n } from '@backcounter/i18n';
import { I18nProvider } from '@backcounter/i18n/react';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { RECORD_KINDS } from '../features/record-kinds.ts';
import type { RecordPeopleSubscription } from '../generated/graphql.ts';
import { followLive, type LiveListener } from '../lib/live/live-feed.ts';
import { unsaved } from '../lib/page/unsaved.ts';
import { recordAt } from '../lib/record/recent-records.ts';
import records from '../messages/en-US/records.json' with { type: 'json' };
import { AlsoHere } from './also-here.tsx';

vi.mock('../lib/live/live-feed.ts', () => ({ followLive: vi.fn() }));
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const i18n = createI18n({
  defaults: records,
  storage: { getItem: () => null, setItem: () => undefined },
  browserLanguages: [],
});
const ID = '0198c0de-0000-7000-8000-000000000001';
const followed = new Map<unknown, LiveListener<RecordPeopleSubscription>>();
const asked = () => [...followed.keys()];

beforeEach(() => {
  followed.clear();
  vi.mocked(followLive).mockImplementation((_document, variables, listener) => {
    followed.set(variables, listener as never);
    return () => void followed.delete(variables);
  });
});

let leave: () => Promise<void> = async () => undefined;
async function show() {
  const page = document.createElement('div');
  document.body.replaceChildren(page);
  await leave();
  const root = createRoot(page);
  leave = () => act(async () => root.unmount());
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <AlsoHere href={`/accounts/${ID}`} />
      </I18nProvider>,
    ),
  );
  return page;
}
const send = (beat: number, ...names: readonly (readonly [name: string, isEditing?: true])[]) =>
  act(async () => {
    const people = names.map(([name, isEditing = false]) => ({ person: { sub: name, name }, isEditing }));
    for (const listener of [...followed.values()]) listener.onResult({ here: { beat, people } });
  });

test('names those who look at and edit the record, at most three by face [live 6]', async () => {
  const page = await show();
  expect(page.textContent).toBe('');
  await send(0, ['Marta Lindqvist', true], ['Ada', undefined as never]);
  const faces = page.querySelector('[role="status"] [role="img"]');
  expect(faces?.getAttribute('aria-label')).toBe('Also here: Marta Lindqvist (editing), Ada');
  expect([...page.querySelectorAll('[data-editing]')]).toHaveLength(1);
  await send(0, ['Marta'], ['Ada'], ['Bea'], ['Cem'], ['Dan']);
  expect(page.querySelectorAll('.bc-avatar')).toHaveLength(3);
  expect(page.textContent).toBe('+2');
  await send(0);
  expect(page.textContent).toBe('');
});

test('follows again when asked, says when something is entered, and leaves with the page [live 6]', async () => {
  const page = await show();
  const first = { kind: 'account', id: ID, isEditing: false, beat: 0 };
  expect(asked()).toEqual([first]);
  await send(1);
  expect(asked()).toEqual([{ ...first, beat: 1 }]);
  let saved: () => void = () => undefined;
  await act(async () => {
    saved = unsaved.hold();
  });
  expect(asked()).toEqual([{ ...first, isEditing: true, beat: 1 }]);
  await act(async () => saved());
  expect(asked()).toEqual([{ ...first, beat: 1 }]);
  expect(page.isConnected).toBe(true);
});

test('a hidden tab is not at the record', async () => {
  const hide = (state: 'visible' | 'hidden') =>
    act(async () => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
      document.dispatchEvent(new Event('visibilitychange'));
    });
  const page = await show();
  await send(0, ['Marta']);
  await hide('hidden');
  expect([asked(), page.textContent]).toEqual([[], '']);
  await hide('visible');
  expect(asked()).toMatchObject([{ isEditing: false }]);
});

/** Opened from a list, with no form of their own. */
const WITHOUT = new Set(['approval', 'coupon', 'job', 'redemption', 'translation']);

test.each(Object.keys(RECORD_KINDS))('a record of kind %s has an address that shows who is there', (kind) => {
  expect(recordAt(RECORD_KINDS[kind]?.href(ID, ID) ?? '') !== null).toBe(!WITHOUT.has(kind));
});
