import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readWallet } from '../../ledger/wallet.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const ADJUST = 'mutation($input: AdjustPointsInput!) { adjustPoints(input: $input) { pointsTransfer { id } } }';
const owner = { type: 'ACCOUNT', id: accountId(1) } as const;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await insertReferenceData(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, 1);
});
afterAll(() => test.close());

async function adjust(amount: number, direction: 'CREDIT' | 'DEBIT', key: string = randomUUID()) {
  const { body } = await test.send(ADJUST, { input: { owner, direction, amount, reason: 'Lost receipt', key } });
  return {
    id: body.data?.adjustPoints?.pointsTransfer.id as string | undefined,
    code: body.errors?.[0].extensions.code,
  };
}

it('the points of a closed account cannot be adjusted, and earlier requests still replay', async () => {
  const key = randomUUID();
  const { id } = await adjust(5, 'CREDIT', key);
  expect(id).toBeDefined();
  await test.database.ownerPool.query(`update account set state = 'CLOSED', state_reason = 'asked' where id = $1`, [
    owner.id,
  ]);
  expect(await adjust(1, 'CREDIT')).toEqual({ id: undefined, code: 'state.invalid-transition' });
  expect(await adjust(1, 'DEBIT')).toEqual({ id: undefined, code: 'wallet.frozen' });
  expect(await adjust(5, 'CREDIT', key)).toEqual({ id, code: undefined });
  expect((await readWallet(test.database.db, owner)).balance).toBe(5);
});
