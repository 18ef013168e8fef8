import { expect, it } from 'vitest';
import { fileApp } from '../testing/file-app.ts';

const test = await fileApp();

const TRANSFER = 'mutation P($input: TransferPointsInput!) { transferPoints(input: $input) { outcome } }';
const input = { key: 'k-1', code: 'EARN', from: { system: 'ISSUANCE' }, to: { accountId: 'a' }, amount: 5 };
const MEDIA = ['application/json', 'application/graphql-response+json'] as const;

it.each([
  ['an amount as text', { ...input, amount: '5secret' }],
  ['a purpose that is none', { ...input, code: 'secret' }],
  ['a key as list', { ...input, key: ['secret'] }],
  ['an unknown field', { ...input, other: 'secret' }],
  ['a text that imitates the message', { ...input, amount: 'secret at "x"; secret' }],
])('%s is refused with its place, and without its value', async (_name, wrong) => {
  for (const accept of MEDIA) {
    const answer = await test.send(
      TRANSFER,
      { input: wrong },
      { token: 'machine~points.transfer', headers: { accept } },
    );
    expect(answer.status).toBe(accept === MEDIA[0] ? 200 : 400);
    expect(answer.body.errors[0]).toMatchObject({
      message: expect.stringMatching(/^Variable "\$/),
      locations: [{ line: 1, column: expect.any(Number) }],
      extensions: { code: 'request.malformed' },
    });
    expect(answer.text).not.toContain('secret');
  }
});

it.each([
  ['mutation { transferPoints(input: { amount: "secret" }) { outcome } }'],
  ['mutation { transferPoints(input: { code: SECRET }) { outcome } }'],
  ['mutation { transferPoints(input: { key: { secret: 1 } }) { outcome } }'],
  ['{ giveawayOffers(first: "secret") { id } }'],
])('a literal of the wrong kind is refused with its place, and without its value: %s', async (document) => {
  const answer = await test.send(document, {}, { token: 'machine~points.transfer' });
  expect(answer.body.errors[0]).toMatchObject({
    locations: [{ line: 1, column: expect.any(Number) }],
    extensions: { code: 'request.malformed' },
  });
  expect(answer.text).not.toMatch(/secret/i);
});

it('a variable with a default can be absent, also where it cannot be null, and null is refused', async () => {
  const document = 'query M($first: Int! = 1) { giveawayOffers(first: $first) { id } }';
  const token = 'machine~giveaway.enter';
  expect((await test.send(document, {}, { token })).body).toEqual({ data: { giveawayOffers: [] } });
  const refused = await test.send(document, { first: null }, { token });
  expect(refused.body.errors[0].extensions.code).toBe('request.malformed');
});
