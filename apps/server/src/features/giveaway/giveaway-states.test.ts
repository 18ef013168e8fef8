import { GIVEAWAY_MACHINE, type GiveawayState } from '@backcounter/domain';
import { fileApp } from '../../testing/file-app.ts';
import { describeStates, type PlacedRecord } from '../../testing/state-cases.ts';
import { insertReferenceData } from '../../testing/test-accounts.ts';
import { type AnsweredGiveaway, giveawayDesk, moveDates } from './testing/giveaway-kit.ts';

/** Columns of a frozen giveaway without entries. */
const FROZEN = `state = 'FROZEN', opens_at = now() - interval '1 day', closes_at = now() - interval '2 hours', draw_at = now() - interval '1 hour',
  frozen_at = now() - interval '2 hours', entries_root = sha256('root'), entries_count = 0, tickets_count = 0`;
const DRAWN = "state = 'DRAWN', drawn_at = now(), seed_revealed = sha256('seed')";

let next = 0;
const test = await fileApp();
await insertReferenceData(test.database.ownerPool);

const admin = giveawayDesk(() => test, 'admin');

async function inState(state: GiveawayState): Promise<AnsweredGiveaway> {
  const draft = await admin.made();
  if (state === 'DRAFT') return draft;
  if (state === 'CANCELED') return admin.done(admin.cancel(draft));
  const published = await admin.done(admin.publish(draft));
  if (state === 'PUBLISHED') return published;
  await moveDates(test, draft.id, FROZEN);
  if (state === 'FROZEN') return published;
  await moveDates(test, draft.id, DRAWN);
  if (state === 'DRAWN') return published;
  const announced = await admin.done(admin.announce(published));
  return state === 'ANNOUNCED' ? announced : admin.done(admin.settle(announced));
}

const expected = ({ id, version }: PlacedRecord) => `id: "${id}", expectedVersion: ${version}`;
const typed = (giveaway: PlacedRecord) => `${expected(giveaway)}, reason: "test", confirmCode: "${giveaway.label}"`;

describeStates({
  machine: GIVEAWAY_MACHINE,
  test: () => test,
  place: async (state) => {
    const { id, version, code } = (await inState(state)) as AnsweredGiveaway & { readonly code: string };
    return { id, version, label: code };
  },
  mutations: {
    EDIT: (giveaway) => `mutation { updateGiveaway(input: { ${expected(giveaway)}, patch: {} }) { giveaway { id } } }`,
    PUBLISH: (giveaway) =>
      `mutation { publishGiveaway(input: { ${typed(giveaway)}, agreedEscrowPoints: 200 }) { giveaway { id } } }`,
    REGISTER: (giveaway) =>
      `mutation { recordGiveawayRegistration(input: { ${expected(giveaway)}, newYork: "NY 1" }) { giveaway { id } } }`,
    ANNOUNCE: (giveaway) =>
      `mutation { announceGiveaway(input: { ${expected(giveaway)}, hasReviewed: true }) { giveaway { id } } }`,
    SETTLE: (giveaway) =>
      `mutation { settleGiveaway(input: { ${expected(giveaway)}, reason: "test" }) { giveaway { id } } }`,
    CANCEL: (giveaway) => `mutation { cancelGiveaway(input: { ${typed(giveaway)} }) { giveaway { id } } }`,
    DUPLICATE: ({ id }) => {
      next += 1;
      return `mutation { duplicateGiveaway(input: { id: "${id}", code: "COPY-${next}" }) { giveaway { id } } }`;
    },
  },
  stateSql: 'select state::text from giveaway where id = $1',
});
