import type { PushMessage, PushOutcome } from '../../../ports/push.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { subscribe } from '../../../testing/test-notifications.ts';
import { insertTopicsAndBadges, TOPICS } from '../../../testing/test-topics-badges.ts';
import { type AnsweredNotification, notificationDesk } from './notification-kit.ts';

/** Milliseconds of an hour. */
export const HOUR = 3_600_000;

/** Ids of accounts `from` to `to`, inclusive. */
export function accountIds(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, n) => accountId(from + n));
}

// biome-ignore lint/suspicious/noExplicitAny: tests reach into rows freely
type Rows = any[];

/** An application with 60 accounts, of which the first 40 subscribe to offers and have a device each. */
export interface NotificationWorld {
  readonly test: TestApp;
  /** Messages passed to the push service. */
  readonly pushed: PushMessage[];
  /** Answer of the push service. */
  answer: PushOutcome;
  rows(text: string, values?: unknown[]): Promise<Rows>;
  numberOf(index: number): Promise<string>;
  /** Audit events of a notification. */
  trail(id: string): Promise<Rows>;
  /** A draft with tested content. */
  tested(more?: object): Promise<AnsweredNotification>;
}

/** Creates the application; `test.close()` removes it. */
export async function createNotificationWorld(): Promise<NotificationWorld> {
  const pushed: PushMessage[] = [];
  const test = await createTestApp({
    push: {
      send: async (messages) => {
        pushed.push(...messages);
        return messages.map(() => world.answer);
      },
      check: async () => true,
      close: async () => undefined,
    },
  });
  const { ownerPool } = test.database;
  await insertReferenceData(ownerPool);
  await insertTopicsAndBadges(ownerPool);
  await insertAccounts(ownerPool, 60);
  await subscribe(ownerPool, TOPICS.offers, accountIds(1, 40));
  await ownerPool.query(
    `insert into account_device (account_id, platform, push_token)
     select id, 'IOS', 'token-of-' || id from account where id = any($1::uuid[])`,
    [accountIds(1, 40)],
  );
  const marketing = notificationDesk(() => test, 'marketing');
  const rows = async (text: string, values: unknown[] = []): Promise<Rows> =>
    (await ownerPool.query(text, values)).rows;
  const world: NotificationWorld = {
    test,
    pushed,
    answer: { kind: 'accepted', messageId: 'm' },
    rows,
    numberOf: async (index) =>
      String((await rows('select public_no from account where id = $1', [accountId(index)]))[0].public_no),
    trail: (id) =>
      rows(
        `select action, reason, changes from staff_audit_event where entity_id = $1 and outcome = 'DONE' order by id`,
        [id],
      ),
    tested: async (more = {}) => marketing.done(marketing.test(await marketing.made(more), await world.numberOf(2))),
  };
  return world;
}
