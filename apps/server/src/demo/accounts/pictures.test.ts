import { describe, expect, it } from 'vitest';
import { fileApp } from '../../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';
import { GIVEAWAY_PLANS } from '../giveaways/giveaway-plans.ts';
import { demoGiveawayImagePath, demoPrizeKey } from '../giveaways/giveaway-rows.ts';
import { DEMO_MOTIFS, demoNotificationKey } from '../notifications/notification-plan.ts';
import { seedTopicsAndBadges } from '../topics-and-badges.ts';
import { addDemoPictures, addDemoRecordImages } from './pictures.ts';

const test = await fileApp();
await insertReferenceData(test.database.ownerPool);
await insertAccounts(test.database.ownerPool, 450);

describe('pictures of the demo', () => {
  it('exist for some of the newest accounts, including the very newest, each marked on its account', async () => {
    const count = await addDemoPictures(test.database.pool, test.fileStore);
    expect(count).toBeGreaterThan(150);
    expect(count).toBeLessThan(300);
    const { rows } = await test.database.pool.query<{ id: string; firebase_id: string }>(
      'select id, firebase_id from account where has_picture order by created_at desc, id desc',
    );
    expect(rows).toHaveLength(count);
    expect(rows[0]?.id).toBe(accountId(450));
    for (const { firebase_id } of rows) {
      const facts = await test.fileStore.stat(`profile_pictures/${firebase_id}.png`);
      expect(facts?.sizeBytes).toBeLessThan(6_000);
    }
    const address = await test.files.pictures.address(rows[5]?.firebase_id ?? '');
    expect((await test.app.inject(address?.url ?? '')).headers['content-type']).toBe('image/png');
  });

  it('exist for every badge', async () => {
    const client = await test.database.ownerPool.connect();
    await seedTopicsAndBadges(client, new Date('2026-11-20T18:30:00.000Z'));
    client.release();
    await addDemoRecordImages(test.fileStore);
    const { body } = await test.send('{ badges(first: 50) { nodes { imageUrl } } }');
    expect(body.data.badges.nodes.length).toBeGreaterThan(5);
    for (const { imageUrl } of body.data.badges.nodes) {
      expect((await test.app.inject(imageUrl)).headers['content-type']).toBe('image/png');
    }
  });

  it('exist for every giveaway, prize and deep link of notifications', async () => {
    const keys = GIVEAWAY_PLANS.flatMap(({ code, prizes }) => [
      demoGiveawayImagePath(code),
      ...prizes.map((_prize, place) => demoPrizeKey(code, place + 1)),
    ]).concat(Object.values(DEMO_MOTIFS).map(demoNotificationKey));
    for (const key of keys) expect((await test.fileStore.stat(key))?.sizeBytes).toBeGreaterThan(0);
  });

  it('are the same on every machine', async () => {
    const etags = async () => {
      const { rows } = await test.database.pool.query(
        'select firebase_id from account where has_picture order by firebase_id',
      );
      return rows.map(({ firebase_id }) => firebase_id);
    };
    const before = await etags();
    await addDemoPictures(test.database.pool, test.fileStore);
    expect(await etags()).toEqual(before);
  });
});
