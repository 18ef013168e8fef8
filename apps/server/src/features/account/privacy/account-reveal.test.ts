import { beforeEach, describe, expect, it } from 'vitest';
import { deleteOldDisclosures } from '../../../audit/disclosure.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { SecondFactors } from '../../../ports/identity.ts';
import { fileApp } from '../../../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { TEST_CONFIG } from '../../../testing/test-app.ts';

const REVEAL = 'mutation R($input: RevealAccountContactInput!) { revealAccountContact(input: $input) { email phone } }';
const CONFIRM =
  'mutation C($code: String!) { confirmSecondFactor(input: { code: $code }) { outcome expiresAt retryAfterSeconds } }';
const BUDGETS = { contactsPerHour: 5, contactsPerDay: 8, codesPerDay: 3, exportRowsPerDay: 100 };

/** ADMIN has a second factor with the code 123456; three wrong codes lock it for a while. */
let wrongTries = 0;
const secondFactors: SecondFactors = {
  has: async (_db, sub) => sub === 'staff-admin',
  askPasskey: async () => null,
  judge: async (_db, sub, code) => {
    const isRight = sub === 'staff-admin' && code === '123456';
    if (!isRight) wrongTries += 1;
    return { isRight, waitS: wrongTries > 3 ? 30 : 0 };
  },
};

const test = await fileApp({ config: { ...TEST_CONFIG, disclosureBudgets: BUDGETS }, secondFactors });
await insertReferenceData(test.database.ownerPool);
await insertAccounts(test.database.ownerPool, 20);
beforeEach(async () => {
  wrongTries = 0;
  await query('truncate staff_disclosure, second_factor_confirmation, staff_audit_event, idempotency_key');
});

const query = async (text: string) => (await test.database.ownerPool.query(text)).rows;
const seen = async () => Number((await query('select sum(amount) as sum from staff_disclosure'))[0].sum);
/** Moves all disclosures into the past. */
const age = (interval: string) => query(`update staff_disclosure set bucket = bucket - interval '${interval}'`);

async function reveal(token: string, index = 1, input: Record<string, unknown> = { purpose: 'SUPPORT_REQUEST' }) {
  const { body } = await test.send(REVEAL, { input: { id: accountId(index), ...input } }, { token });
  return { contact: body.data?.revealAccountContact, error: body.errors?.[0]?.extensions };
}
async function revealMany(token: string, count: number) {
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => reveal(token, index + 1)));
  return answers.map(({ error }) => error?.code ?? 'shown').sort();
}
const times = (count: number, code: string) => Array.from({ length: count }, () => code);

describe('reveal budget', () => {
  it('is not exceeded by concurrent requests, and refused ones reveal and count nothing [security 26]', async () => {
    expect(await revealMany('marketing', 20)).toEqual([...times(15, 'disclosure.limit-reached'), ...times(5, 'shown')]);
    expect(await seen()).toBe(5);
    const trail = await query(`select outcome, count(*)::int from staff_audit_event
      where action = 'account.reveal-contact' group by outcome order by outcome`);
    expect(trail).toEqual([
      { outcome: 'DONE', count: 5 },
      { outcome: 'FAILED', count: 15 },
    ]);
  });

  it('returns the time of the next allowed reveal', async () => {
    await revealMany('marketing', 5);
    const { error } = await reveal('marketing');
    const waitMs = Date.parse(error.details.retryAt) - Date.now();
    expect(waitMs).toBeGreaterThan(60 * 60_000 - 1_000);
    expect(waitMs).toBeLessThanOrEqual(65 * 60_000);
    await age('65 minutes');
    expect((await reveal('marketing')).contact).toEqual({ email: 'person1@example.org', phone: '+491510000001' });
  });

  it('is separate for each person', async () => {
    await revealMany('marketing', 5);
    expect((await reveal('admin')).error).toBeUndefined();
  });

  it('has a daily limit besides the hourly one [security 26]', async () => {
    await revealMany('marketing', 5);
    await age('2 hours');
    expect(await revealMany('marketing', 5)).toEqual([...times(2, 'disclosure.limit-reached'), ...times(3, 'shown')]);
    const { error } = await reveal('marketing');
    const waitHours = (Date.parse(error.details.retryAt) - Date.now()) / 3_600_000;
    expect(waitHours).toBeGreaterThan(21.9);
    expect(waitHours).toBeLessThanOrEqual(22.1);
  });

  it('counts a repeated request, whose response is not stored', async () => {
    const request = { token: 'marketing', headers: { 'idempotency-key': 'same' } };
    const input = { id: accountId(1), purpose: 'DELIVERY' };
    await test.send(REVEAL, { input }, request);
    await test.send(REVEAL, { input }, request);
    expect(await seen()).toBe(2);
  });

  it('is deleted after 31 days', async () => {
    await reveal('marketing');
    await age('30 days 23 hours 50 minutes');
    await reveal('marketing');
    await age('10 minutes');
    await inTransaction(test.database.db, deleteOldDisclosures);
    expect(await query('select amount from staff_disclosure')).toEqual([{ amount: 1 }]);
  });
});

describe('a second factor', () => {
  it('raises the limit to the daily budget for 5 minutes', async () => {
    expect(await revealMany('admin', 6)).toEqual([...times(1, 'second-factor.required'), ...times(5, 'shown')].sort());
    const { body } = await test.send(CONFIRM, { code: '123456' });
    expect(body.data.confirmSecondFactor).toMatchObject({ outcome: 'CONFIRMED', retryAfterSeconds: null });
    const heldMs = Date.parse(body.data.confirmSecondFactor.expiresAt) - Date.now();
    expect(heldMs).toBeGreaterThan(4 * 60_000);
    expect(heldMs).toBeLessThanOrEqual(5 * 60_000);
    expect((await reveal('admin')).error).toBeUndefined();
    await query("update second_factor_confirmation set expires_at = expires_at - interval '5 minutes'");
    expect((await reveal('admin')).error.code).toBe('second-factor.required');
    await test.send(CONFIRM, { code: '123456' });
    expect(await revealMany('admin', 4)).toEqual([...times(2, 'disclosure.limit-reached'), ...times(2, 'shown')]);
    // No code is requested, as it would not help.
    await query('truncate second_factor_confirmation');
    expect((await reveal('admin')).error).toMatchObject({ code: 'disclosure.limit-reached' });
  });

  it('is not confirmed by a wrong code, and is locked after too many', async () => {
    await revealMany('admin', 5);
    for (let index = 0; index < 3; index += 1) {
      const { body } = await test.send(CONFIRM, { code: '000000' });
      expect(body.data.confirmSecondFactor).toEqual({
        outcome: 'WRONG_CODE',
        expiresAt: null,
        retryAfterSeconds: null,
      });
    }
    const { body } = await test.send(CONFIRM, { code: '000000' });
    expect(body.data.confirmSecondFactor).toMatchObject({ outcome: 'TOO_MANY_TRIES', retryAfterSeconds: 30 });
    expect((await reveal('admin')).error.code).toBe('second-factor.required');
    const trail = await query("select outcome from staff_audit_event where action = 'session.confirm'");
    expect(trail).toEqual(times(4, 'DENIED').map((outcome) => ({ outcome })));
  });
});

describe('purpose of a reveal', () => {
  it('is audited with the reason', async () => {
    await reveal('marketing', 1, { purpose: 'LEGAL_REQUEST', reason: ' File 12/2026 ' });
    expect(await query("select reason, changes from staff_audit_event where outcome = 'DONE'")).toEqual([
      { reason: 'File 12/2026', changes: { purpose: [null, 'LEGAL_REQUEST'] } },
    ]);
  });

  it('needs no reason unless it is OTHER [security 26]', async () => {
    expect((await reveal('marketing', 1, { purpose: 'FRAUD_CHECK' })).error).toBeUndefined();
    expect((await reveal('marketing', 1, { purpose: 'OTHER', reason: ' ' })).error.code).toBe('reason.required');
    for (const purpose of [{ purpose: 'OTHER' }, {}]) {
      expect((await reveal('marketing', 1, { ...purpose, reason: ' xxxxxxxxx ' })).error).toEqual({
        code: 'field.invalid',
        details: { fields: { reason: [{ rule: 'too-short', params: { min: 10 } }] } },
      });
    }
    // Consoles without purposes send this.
    expect((await reveal('marketing', 1, { reason: 'Caller on the line' })).error).toBeUndefined();
    expect(await seen()).toBe(2);
  });
});
