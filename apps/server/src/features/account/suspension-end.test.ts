import { describe, expect, it } from 'vitest';
import { inTransaction } from '../../db/transaction.ts';
import { fileApp } from '../../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';
import { endSuspensions } from './suspension-end.ts';

const test = await fileApp();
await insertReferenceData(test.database.ownerPool);
await insertAccounts(test.database.ownerPool, 1_200);
await test.database.ownerPool.query(`
  update account set state = 'SUSPENDED', state_reason = 'until then', version = 4,
    suspended_until = case when public_no % 2 = 0 then now() - interval '1 second' else now() + interval '1 hour' end
  where state = 'ACTIVE' and public_no % 4 in (0, 1)`);

const run = () => inTransaction(test.database.db, endSuspensions);
async function count(where: string): Promise<number> {
  const { rows } = await test.database.ownerPool.query<{ n: number }>(
    `select count(*) as n from account where ${where}`,
  );
  return rows[0]?.n ?? 0;
}

describe('ended suspensions', () => {
  it('reactivate with version, audit row and counts; others stay', async () => {
    const due = await count('suspended_until <= now()');
    const later = await count('suspended_until > now()');
    const forever = await count("state = 'SUSPENDED' and suspended_until is null");
    expect(due).toBeGreaterThan(200);
    expect(await run()).toBe(false);
    expect(await count("updated_by = 'system' and state = 'ACTIVE' and state_reason is null and version = 5")).toBe(
      due,
    );
    expect(await count('suspended_until > now()')).toBe(later);
    expect(await count("state = 'SUSPENDED' and suspended_until is null")).toBe(forever);
    const { rows } = await test.database.ownerPool.query(`
      select (select count(*) from staff_audit_event where actor_sub = 'system') as events,
        (select sum(accounts) from account_count where state = 'ACTIVE')::int as counted,
        (select count(*) from account where state = 'ACTIVE') as active`);
    expect(rows[0].events).toBe(due);
    expect(rows[0].counted).toBe(rows[0].active);
    expect(await run()).toBe(false);
    expect(await count("updated_by = 'system'")).toBe(due);
  });

  it('have the system as actor in the history', async () => {
    const { rows } = await test.database.ownerPool.query<{ id: string }>(
      "select id from account where updated_by = 'system' limit 1",
    );
    const answer = await test.send(
      `query History($id: ID!) { account(id: $id) { state updatedBy { name }
        history(first: 1) { nodes { action reason actor { sub name } changes { field before after } } } } }`,
      { id: rows[0]?.id },
    );
    expect(answer.body.errors).toBeUndefined();
    const { account } = answer.body.data;
    expect(account).toMatchObject({ state: 'ACTIVE', updatedBy: { name: 'Backcounter' } });
    expect(account.history.nodes[0]).toMatchObject({
      action: 'account.reactivate',
      reason: 'The suspension ended at the time set for it.',
      actor: { sub: 'system', name: 'Backcounter' },
      changes: [
        { field: 'state', before: 'SUSPENDED', after: 'ACTIVE' },
        { field: 'stateReason', before: 'until then', after: null },
        {
          field: 'suspendedUntil',
          before: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          after: null,
        },
      ],
    });
  });

  it('skip an account that is being changed, and do nothing after that change', async () => {
    const id = accountId(1);
    const { ownerPool } = test.database;
    await ownerPool.query(
      "update account set state = 'SUSPENDED', state_reason = 'x', suspended_until = now() where id = $1 and state = 'ACTIVE'",
      [id],
    );
    const holder = await ownerPool.connect();
    try {
      await holder.query('begin');
      await holder.query(
        "update account set state = 'CLOSED', state_reason = 'x', suspended_until = null where id = $1",
        [id],
      );
      await run();
      await holder.query('commit');
    } finally {
      holder.release();
    }
    await run();
    expect(await count(`id = '${id}' and state = 'CLOSED'`)).toBe(1);
  });

  it('report more if a batch is full', async () => {
    await test.database.ownerPool.query(
      `update account set state = 'SUSPENDED', state_reason = 'x', suspended_until = now() where state = 'ACTIVE'`,
    );
    const due = await count('suspended_until <= now()');
    expect(due).toBeGreaterThan(500);
    expect(await run()).toBe(true);
    expect(await count('suspended_until <= now()')).toBe(due - 500);
  });
});
