import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { readWallet } from '../../ledger/wallet.ts';
import { fileApp } from '../../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';

const ADJUST = 'mutation($input: AdjustPointsInput!) { adjustPoints(input: $input) { pointsTransfer { id } } }';
const owner = { type: 'ACCOUNT', id: accountId(1) } as const;

const test = await fileApp();
await insertReferenceData(test.database.ownerPool);
await insertAccounts(test.database.ownerPool, 1);

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
