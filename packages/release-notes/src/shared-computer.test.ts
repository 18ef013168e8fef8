import { beforeEach, describe, expect, test } from 'vitest';
import type { OpenOutcome } from './install-options.ts';
import { handle, install, onFakePages, page, turn, UNREAD } from './testing/fake-install.ts';
import { json, releases } from './testing/fake-page.ts';

/** Two people, a streamer and a manager, on one computer; the host does not say who is signed in. */
onFakePages();
const VISIT = 'POST /releases/visit';
const UNSENT = 'release-notes:unsent';
const jwt = (sub: string, n = 1) => `h.${btoa(JSON.stringify({ sub, n }))}.s`;
let token: string;
/** The provider's side: tokens, and who has visited. */
let people: Record<string, string>;
let visitors: string[];
let isDown: boolean;
let isNaming: boolean;

const senders = () =>
  page.calls.flatMap((call, index) => {
    const sent = new Headers(page.requests[index]?.headers).get('authorization');
    return call === VISIT ? [sent?.slice('Bearer '.length)] : [];
  });
const callerOf = () => new Headers(page.requests.at(-1)?.headers).get('authorization')?.slice(7) ?? '';

beforeEach(() => {
  people = {};
  visitors = [];
  isDown = false;
  isNaming = true;
  page.answers[UNREAD] = () => {
    const sub = people[callerOf()] ?? '';
    const answer = json(visitors.includes(sub) ? [] : releases('r2', 'r1'))();
    const headers = isNaming ? { 'x-release-reader': `reader of ${sub}` } : undefined;
    return new Response((answer as Response).body, headers ? { headers } : {});
  };
  page.answers[VISIT] = () => {
    if (isDown) return json({}, 503)() as Response;
    visitors.push(people[callerOf()] ?? '');
    return new Response(null, { status: 204 });
  };
});

/** A page view of the person with this token. */
function start(next: string, sub: string): Promise<OpenOutcome> {
  handle?.remove();
  people[next] = sub;
  token = next;
  return install({ token: () => token }).ready;
}
async function read(): Promise<void> {
  page.model?.onRead();
  await expect.poll(() => page.model === null || page.model.phase === 'closing').toBe(true);
  await turn();
}

describe.each([
  ['opaque tokens and a provider that names the reader', (sub: string, n = 1) => `opaque ${sub} ${n}`, true],
  ['JWT', jwt, false],
])('on a shared computer, with %s [spec 1.14, 4.32] [releases 4]', (_name, tokenOf, isNamed) => {
  beforeEach(() => {
    isNaming = isNamed;
  });

  test('one person’s Mark as Read visits for that person only, and the other sees the notes', async () => {
    expect(await start(tokenOf('streamer'), 'streamer')).toBe('shown');
    await read();
    expect(await start(tokenOf('manager'), 'manager')).toBe('shown');
    expect([senders(), visitors]).toEqual([[tokenOf('streamer')], ['streamer']]);
    expect([...page.storage.keys()]).toEqual([]);
  });

  test('a visit that failed is sent again with the same token only', async () => {
    isDown = true;
    await start(tokenOf('streamer'), 'streamer');
    await read();
    expect([...page.storage.keys()]).toEqual([UNSENT]);
    expect(page.storage.get(UNSENT)).not.toContain('streamer');
    isDown = false;
    expect(await start(tokenOf('manager'), 'manager')).toBe('shown');
    await read();
    expect([visitors, [...page.storage.keys()]]).toEqual([['manager'], [UNSENT]]);
    // With a renewed token the person reads again; with the same one the visit arrives.
    expect(await start(tokenOf('streamer', 2), 'streamer')).toBe('shown');
    expect(await start(tokenOf('streamer'), 'streamer')).toBe('nothing-to-render');
    await expect.poll(() => [visitors, [...page.storage.keys()]]).toEqual([['manager', 'streamer'], []]);
  });

  test('a token that was renewed while the notes were open visits for the same person', async () => {
    await start(tokenOf('streamer'), 'streamer');
    token = tokenOf('streamer', 2);
    people[token] = 'streamer';
    await read();
    expect([senders(), visitors]).toEqual([[token], ['streamer']]);
  });

  test('the token of a person who signed in while they were open is not used', async () => {
    await start(tokenOf('streamer'), 'streamer');
    token = tokenOf('manager');
    people[token] = 'manager';
    await read();
    expect(visitors).toEqual(['streamer']);
  });

  test('a failed visit is sent again when the browser is back online, unless another person is signed in', async () => {
    isDown = true;
    await start(tokenOf('streamer'), 'streamer');
    await read();
    isDown = false;
    token = tokenOf('manager');
    people[token] = 'manager';
    page.window.dispatchEvent(new Event('online'));
    await turn();
    await turn();
    expect(visitors).toEqual([]);
    expect(await start(tokenOf('streamer'), 'streamer')).toBe('nothing-to-render');
    await expect.poll(() => visitors).toEqual(['streamer']);
  });

  test('dismissals are each person’s own, whatever the sign-in', async () => {
    await start(tokenOf('streamer'), 'streamer');
    page.model?.onDismiss();
    expect(await start(tokenOf('streamer', 2), 'streamer')).toBe('dismissed-before');
    expect(await start(tokenOf('manager'), 'manager')).toBe('shown');
  });

  test('read in another tab, they close here', async () => {
    await start(tokenOf('streamer'), 'streamer');
    for (const id of ['r2', 'r1']) {
      const key = `release-notes:${isNamed ? 'reader of streamer' : 'streamer'}:${id}`;
      page.window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: 'read' }));
    }
    expect(page.model?.phase).toBe('closing');
  });
});

test('opaque tokens and a provider that names no one: a dismissal lasts as long as the page, and a new token does not visit [releases 4]', async () => {
  isNaming = false;
  await start('opaque 1', 'streamer');
  page.model?.onDismiss();
  expect([...page.storage.keys()]).toEqual([]);
  expect(await start('opaque 1', 'streamer')).toBe('shown');
  token = 'opaque 2';
  people[token] = 'manager';
  await read();
  expect(visitors).toEqual(['streamer']);
});

test('opaque tokens and a host that names the person: a renewed token visits [releases 4]', async () => {
  isNaming = false;
  people = { 'opaque 1': 'streamer', 'opaque 2': 'streamer' };
  token = 'opaque 1';
  await install({ token: () => token, person: 'streamer' }).ready;
  token = 'opaque 2';
  await read();
  expect(senders()).toEqual(['opaque 2']);
});
