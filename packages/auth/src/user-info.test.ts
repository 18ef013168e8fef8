import type { MetadataService } from 'oidc-client-ts';
import { afterEach, expect, test, vi } from 'vitest';
import { storedUser } from './testing/fake-manager.ts';
import { fetchUserInfo } from './user-info.ts';

const metadata = { getUserInfoEndpoint: async () => 'https://id.example/me' } as unknown as MetadataService;
const sent = vi.fn<typeof fetch>();
function ask(answer: Response) {
  sent.mockReset().mockResolvedValue(answer);
  vi.stubGlobal('fetch', sent);
  return fetchUserInfo(storedUser('ada'), metadata);
}
afterEach(() => vi.unstubAllGlobals());

test('is requested with the bearer token and without cookies [spec 7.16]', async () => {
  expect(await ask(Response.json({ sub: 'ada', name: 'Ada' }))).toEqual({ sub: 'ada', name: 'Ada' });
  expect(sent.mock.calls).toEqual([
    [
      'https://id.example/me',
      {
        headers: { authorization: 'Bearer token of ada', accept: 'application/json' },
        credentials: 'omit',
        signal: expect.any(AbortSignal),
      },
    ],
  ]);
});

test.each([
  ['of another person', () => Response.json({ sub: 'eve' }), 'User info is about another person'],
  ['of no person', () => Response.json({ name: 'Ada' }), 'User info is missing a subject claim'],
  ['with a number for the person', () => Response.json({ sub: 1 }), 'User info is missing a subject claim'],
  ['that is empty', () => Response.json(null), 'User info is missing a subject claim'],
  ['that is a text', () => Response.json('ada'), 'User info is missing a subject claim'],
  ['that is a refusal', () => Response.json({ sub: 'ada' }, { status: 401 }), 'User info was refused (401)'],
])('an answer %s is refused [spec 7.16]', async (_name, answer, message) => {
  await expect(ask(answer())).rejects.toThrow(message);
});
