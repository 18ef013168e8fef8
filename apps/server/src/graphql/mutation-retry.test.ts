import { beforeAll, describe, expect, it } from 'vitest';
import { fileApp } from '../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData } from '../testing/test-accounts.ts';

const UPDATE =
  'mutation M($input: UpdateAccountInput!) { updateAccount(input: $input) { account { displayName version } } }';
const id = accountId(1);

const test = await fileApp();
beforeAll(async () => {
  const { ownerPool } = test.database;
  await insertReferenceData(ownerPool);
  await insertAccounts(ownerPool, 2);
  // A sequence is not rolled back, so it counts the attempts of the statement. The trigger fails after the effect.
  await ownerPool.query(`
    create sequence tries;
    create table failing (code text not null, times int not null);
    create function fail_at_first() returns trigger language plpgsql security definer as $$
    declare
      planned failing;
    begin
      select * into planned from failing;
      if nextval('tries') <= planned.times then
        raise exception 'as another transaction would have it' using errcode = planned.code;
      end if;
      return null;
    end $$;
    create trigger fail_at_first after insert on staff_audit_event for each row execute function fail_at_first()`);
});

async function updateFailing(code: string, times: number, displayName: string) {
  const { ownerPool } = test.database;
  await ownerPool.query('delete from failing');
  await ownerPool.query('insert into failing values ($1, $2)', [code, times]);
  await ownerPool.query('alter sequence tries restart');
  const { rows: before } = await ownerPool.query(
    'select version, display_name as "displayName" from account where id = $1',
    [id],
  );
  const answer = await test.send(
    UPDATE,
    { input: { id, expectedVersion: before[0].version, patch: { displayName } } },
    { headers: { 'idempotency-key': displayName } },
  );
  const { rows } = await ownerPool.query(
    `select version, display_name as "displayName", (select last_value from tries)::int as tries,
      (select count(*) from staff_audit_event where personal_changes->'displayName'->>1 = $2)::int as events,
      (select count(*) from idempotency_key where key = $2)::int as keys
    from account where id = $1`,
    [id, displayName],
  );
  return { answer, before: before[0], after: rows[0] };
}

describe.each([
  ['a serialisation failure', '40001'],
  ['a deadlock', '40P01'],
])('after %s a mutation', (_what, code) => {
  it.each([1, 3])('is repeated, %i times, and takes effect once', async (times) => {
    const displayName = `After-${code}-${times}`;
    const { answer, before, after } = await updateFailing(code, times, displayName);
    expect(answer.body).toEqual({ data: { updateAccount: { account: { displayName, version: before.version + 1 } } } });
    expect(after).toEqual({ displayName, version: before.version + 1, tries: times + 1, events: 1, keys: 1 });
  });

  it('that fails a fourth time returns a retryable error, and has no effects [security 31]', async () => {
    const { answer, before, after } = await updateFailing(code, 4, `Never-${code}`);
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.body.errors[0].extensions.code).toBe('service.unavailable');
    expect(after).toEqual({ ...before, tries: 4, events: 0, keys: 0 });
  });
});

it('another failure is not repeated [security 31]', async () => {
  const { answer, before, after } = await updateFailing('22012', 1, 'Once');
  expect(answer.body.errors[0].extensions.code).toBe('unexpected');
  // Only the event of the refusal itself was added.
  expect(after).toMatchObject({ ...before, events: 0, keys: 0 });
});
