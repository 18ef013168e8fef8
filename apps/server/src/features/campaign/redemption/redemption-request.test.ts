import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { accountId } from '../../../testing/test-accounts.ts';
import { openCampaign, Till, tillApp } from './testing/till.ts';

const { test, till } = await tillApp(3);
const ADA = accountId(1);

it('returns a retryable error after a lock timeout', async () => {
  const { code } = await openCampaign(test);
  const holder = await test.database.ownerPool.connect();
  try {
    await holder.query(
      `begin; select pg_advisory_xact_lock(hashtextextended('backcounter.redemption.account ${ADA}', 0))`,
    );
    const { status, headers, body } = await test.send(
      'mutation($i: ReserveCouponInput!) { reserveCoupon(input: $i) { outcome } }',
      { i: { key: randomUUID(), code, accountId: ADA, orderMinor: 1 } },
      { token: 'machine' },
    );
    expect([status, headers['retry-after'], body.errors[0].extensions.code]).toEqual([503, '1', 'query.timed-out']);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});

it('staff and machine clients without the scope cannot redeem', async () => {
  const { code } = await openCampaign(test);
  for (const token of ['admin', 'campaign-manager', 'machine~points.transfer', 'nobody'])
    expect((await new Till(test, token).reserve({ code, accountId: ADA, orderMinor: 1 })).outcome).toBe(
      'error:access.denied',
    );
});

it.each([
  [{ key: '' }, 'field.invalid'],
  [{ key: 'a b' }, 'field.invalid'],
  [{ orderMinor: -1 }, 'field.invalid'],
  [{ orderMinor: 1_000_000_000_001 }, 'field.invalid'],
  [{ currency: 'euro' }, 'field.invalid'],
  [{ orderReference: ' ' }, 'field.invalid'],
  [{ firebaseId: 'x' }, 'field.invalid'],
  [{ accountId: null }, 'field.invalid'],
  [{ accountId: "' or 1=1" }, 'record.not-found'],
  [{ storeSid: 'x'.repeat(200) }, 'field.invalid'],
  [{ consumerAddress: '1.2.3.4' }, 'access.denied'],
])('refuses %o', async (more, code) => {
  expect((await till.reserve({ code: '7K3M9QXTWBRB', accountId: ADA, orderMinor: 1, ...more })).outcome).toBe(
    `error:${code}`,
  );
});
