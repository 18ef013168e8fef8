import { createTestDatabase } from '../../db/testing/test-database.ts';
import { describeMail } from '../../ports/testing/mail.contract.ts';
import { createOutbox } from './outbox.mail.ts';

describeMail('the outbox', async () => {
  const database = await createTestDatabase();
  return {
    port: createOutbox(database.db),
    delivered: async () => {
      const { rows } = await database.pool.query<{ id: string; recipient: string; subject: string; body: string }>(
        'select id, recipient, subject, body from outbox_mail',
      );
      return rows.map(({ id, recipient, subject, body }) => ({ id, to: [recipient], subject, text: body }));
    },
    empty: async () => void (await database.pool.query('delete from outbox_mail')),
    end: () => database.drop(),
  };
});
