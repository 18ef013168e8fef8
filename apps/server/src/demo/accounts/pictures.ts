import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import type { FileStore } from '../../ports/files.ts';
import { GIVEAWAY_PLANS } from '../giveaways/giveaway-plans.ts';
import { demoGiveawayImagePath, demoPrizeKey } from '../giveaways/giveaway-rows.ts';
import { DEMO_MOTIFS, demoNotificationKey } from '../notifications/notification-plan.ts';
import { DEMO_BADGE_CODES, demoBadgePath } from '../topics-and-badges.ts';

const FOLDER = new URL('../data/pictures/', import.meta.url);
const PRIZES = new URL('../data/prize-pictures/', import.meta.url);
const NOTIFICATIONS = new URL('../data/notification-pictures/', import.meta.url);
/** Accounts on the first pages of the list. */
const NEWEST = 400;
/** Percentage of accounts with a picture; the others show initials. */
const SHARE = 55;
/** The newest accounts are complete. */
const FULL = 3;
const AT_ONCE = 8;
/** Palettes of each motif. */
const MOTIF_PALETTES = 4;

/**
 * Adds profile pictures to the newest demo accounts, files first, then the flags on the accounts. An account always
 * gets the same picture.
 *
 * @returns the number of pictures
 */
export async function addDemoPictures(pool: pg.Pool, store: FileStore): Promise<number> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.png')).sort();
  const pictures = await Promise.all(names.map((name) => readFile(new URL(name, FOLDER))));
  const { rows } = await pool.query<{ firebaseId: string }>(
    `select firebase_id as "firebaseId" from account where firebase_id is not null order by created_at desc, id desc limit $1`,
    [NEWEST],
  );
  const owners = rows.map(({ firebaseId }) => firebaseId).filter((id, place) => place < FULL || draw(id) % 100 < SHARE);
  const waiting = owners.values();
  const work = async (): Promise<void> => {
    for (const id of waiting) {
      const picture = pictures[Math.floor(draw(id) / 100) % pictures.length];
      if (picture !== undefined) await store.write(`profile_pictures/${id}.png`, picture);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await pool.query('update account set has_picture = true where firebase_id = any($1)', [owners]);
  return owners.length;
}

/** Motifs of prizes without their own. */
const MOTIFS = { POINTS: 'points', COUPON: 'coupon', PHYSICAL: 'basket' } as const;

/** Adds pictures to the demo's badges, giveaways, prizes and notifications, with different motifs as far as possible. */
export async function addDemoRecordImages(store: FileStore): Promise<void> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.png')).sort();
  const paths = [
    ...DEMO_BADGE_CODES.map(demoBadgePath),
    ...GIVEAWAY_PLANS.map(({ code }) => demoGiveawayImagePath(code)),
  ];
  for (const [place, path] of paths.entries()) {
    // The palettes of a motif are adjacent.
    const name = names[(place * (MOTIF_PALETTES + 1)) % names.length];
    if (name !== undefined) await store.write(path, await readFile(new URL(name, FOLDER)));
  }
  for (const { code, prizes } of GIVEAWAY_PLANS) {
    for (const [place, { kind, motif = MOTIFS[kind] }] of prizes.entries())
      await store.write(demoPrizeKey(code, place + 1), await readFile(new URL(`${motif}.png`, PRIZES)));
  }
  for (const motif of Object.values(DEMO_MOTIFS))
    await store.write(demoNotificationKey(motif), await readFile(new URL(`${motif}.png`, NOTIFICATIONS)));
}

/** A number that depends only on the id. */
function draw(id: string): number {
  return createHash('sha256').update(`picture ${id}`).digest().readUInt32BE(0);
}
