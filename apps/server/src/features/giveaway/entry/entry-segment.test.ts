import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { fileApp } from '../../../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { entrant } from '../testing/entry-kit.ts';
import { giveawayDesk, openNow } from '../testing/giveaway-kit.ts';

const admin = giveawayDesk(() => test, 'admin');
const marketing = giveawayDesk(() => test, 'marketing');
const app = entrant(() => test);

const test = await fileApp();
const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
await insertReferenceData(test.database.ownerPool);
await insertAccounts(test.database.ownerPool, 40);
await rowsOf(
  `update account set state = 'ACTIVE', state_reason = null, country_code = 'DE', area_id = null, birth_date = '1990-02-28',
     push_consent = public_no % 2 = 0, push_consent_at = now()`,
);

const CONSENT = { account: { pushConsent: true } };

async function segment(rule: object): Promise<string> {
  const [row] = await rowsOf('insert into segment (name, rule) values ($1, $2) returning id', ['Regulars', rule]);
  return row.id;
}

async function open(segmentId: string): Promise<string> {
  const giveaway = await admin.done(admin.publish(await admin.made({ segmentId })));
  await openNow(test, giveaway.id);
  return giveaway.id;
}

it('takes members of its segment as of their entry, and no one else', async () => {
  const id = await open(await segment(CONSENT));
  const isMember = async (index: number) =>
    (await rowsOf('select push_consent from account where id = $1', [accountId(index)]))[0].push_consent as boolean;
  const everyone = Array.from({ length: 20 }, (_, index) => index + 1);
  const outcomes = await Promise.all(everyone.map((index) => app.enter(id, index, { key: `once-${index}` })));
  for (const index of everyone)
    expect(outcomes[index - 1]).toMatchObject({ outcome: (await isMember(index)) ? 'ENTERED' : 'NOT_IN_SEGMENT' });
  const entered = outcomes.filter(({ outcome }) => outcome === 'ENTERED').length;
  expect(entered).toBeGreaterThan(0);
  expect(entered).toBeLessThan(everyone.length);
  const [tally] = await rowsOf('select entries from giveaway_tally where giveaway_id = $1', [id]);
  expect(tally).toEqual({ entries: entered });

  // An answered entry is answered again, and stays, though the account has left the segment.
  const first = outcomes.findIndex(({ outcome }) => outcome === 'ENTERED') + 1;
  await rowsOf('update account set push_consent = false where id = $1', [accountId(first)]);
  const again = await app.enter(id, first, { key: `once-${first}` });
  expect(again).toMatchObject({ outcome: 'ENTERED', isReplayed: true });
  expect(await app.add(id, first)).toMatchObject({ outcome: 'NOT_IN_SEGMENT' });
  expect(await app.withdraw(id, first)).toMatchObject({ outcome: 'WITHDRAWN' });
  expect(await app.enter(id, first)).toMatchObject({ outcome: 'NOT_IN_SEGMENT', entry: { state: 'WITHDRAWN' } });
  await rowsOf('update account set push_consent = true where id = $1', [accountId(first)]);
  expect(await app.enter(id, first)).toMatchObject({ outcome: 'ENTERED' });
});

it('follows a change of the rule', async () => {
  const segmentId = await segment({ not: { account: { state: { in: ['ACTIVE'] } } } });
  const id = await open(segmentId);
  expect(await app.enter(id, 1)).toMatchObject({ outcome: 'NOT_IN_SEGMENT' });
  await rowsOf('update segment set rule = $2 where id = $1', [segmentId, { account: { state: { in: ['ACTIVE'] } } }]);
  expect(await app.enter(id, 1)).toMatchObject({ outcome: 'ENTERED' });
});

it('is chosen in a draft only, by people who may use each of its clauses', async () => {
  const hidden = await segment({ redeemed: {} });
  const archived = await segment(CONSENT);
  await rowsOf('update segment set archived_at = now() where id = $1', [archived]);
  for (const [segmentId, rule] of [
    [hidden, 'unknown'],
    [randomUUID(), 'unknown'],
    [archived, 'not-in-use'],
  ]) {
    const error = await marketing.refusal(marketing.create({ segmentId }));
    expect(error).toMatchObject({ code: 'field.invalid', details: { fields: { segmentId: [{ rule }] } } });
  }
  const draft = await admin.made({ segmentId: hidden });
  const named = async (token: 'admin' | 'marketing') =>
    (await test.send('query($id: ID!) { giveaway(id: $id) { segment { id name } } }', { id: draft.id }, { token })).body
      .data.giveaway.segment;
  expect(await named('admin')).toEqual({ id: hidden, name: 'Regulars' });
  expect(await named('marketing')).toEqual({ id: hidden, name: null });
  const published = await admin.done(admin.publish(draft));
  const locked = await admin.refusal(admin.update(published, { segmentId: null }));
  expect(locked.details.fields).toEqual({ segmentId: [{ rule: 'locked' }] });
  await expect(rowsOf('update giveaway set segment_id = null where id = $1', [draft.id])).rejects.toThrow('segment_id');
});
