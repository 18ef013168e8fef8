import { expect, it } from 'vitest';
import { fileApp } from '../../../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';

const test = await fileApp();

it('finds accounts of the same person, with contacts only for those who may see them, and none that is erased', async () => {
  const pool = test.database.ownerPool;
  await insertReferenceData(pool);
  await insertAccounts(pool, 6);
  const set = (n: number, values: string) => pool.query(`update account set ${values} where id = '${accountId(n)}'`);
  await set(
    1,
    `display_name = 'Ana Maria Silva', birth_date = '1990-02-03', email = 'ana.silva@gmail.com', phone_e164 = '+491700000001'`,
  );
  await set(2, `display_name = 'Silva Ana Maria', birth_date = '1990-02-03', email = 'x2@one.test', phone_e164 = null`);
  await set(
    3,
    `display_name = 'Someone', birth_date = null, email = 'AnaSilva+shop@googlemail.com', phone_e164 = '+491700000001'`,
  );
  await set(4, `display_name = 'Ana Maria Silva', birth_date = '1990-02-04', email = 'x4@one.test', phone_e164 = null`);
  await pool.query(
    `set local session_replication_role = replica; update account set state = 'ERASED', display_name = null, email = null,
       email_verified = false, phone_e164 = null, birth_date = null, firebase_id = null, push_consent = false, state_reason = null,
       suspended_until = null, has_picture = false where id = '${accountId(5)}'`,
  );
  const query = `{ accountTwins(accountId: "${accountId(1)}") { id score reasons } }`;
  const person = { id: accountId(2), score: 70, reasons: ['PERSON'] };
  const contact = { id: accountId(3), score: 100, reasons: ['EMAIL', 'PHONE'] };
  const twins = async (token: string) => (await test.send(query, {}, { token })).body.data.accountTwins;
  expect(await twins('admin')).toEqual([contact, person]);
  expect(await twins('marketing')).toEqual([person]);
  const none = await test.send(query.replace(accountId(1), accountId(5)), {}, { token: 'admin' });
  expect(none.body.data.accountTwins).toEqual([]);
});
