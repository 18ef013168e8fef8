import { GIVEAWAY_ENTRY_MACHINE, GIVEAWAY_ENTRY_STATES, type GiveawayEntryState } from '@backcounter/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileApp } from '../../../testing/file-app.ts';
import { describeStates, type PlacedRecord } from '../../../testing/state-cases.ts';
import { insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { entrant } from '../testing/entry-kit.ts';
import { giveawayDesk, openNow } from '../testing/giveaway-kit.ts';

let giveawayId: string;
let next = 0;
const test = await fileApp();
beforeAll(async () => {
  await insertReferenceData(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, 40);
  await test.database.ownerPool.query(
    "update account set state = 'ACTIVE', state_reason = null, country_code = 'DE', area_id = null, birth_date = '1990-02-28'",
  );
  const admin = giveawayDesk(() => test, 'admin');
  const giveaway = await admin.done(admin.publish(await admin.made({ maxTicketsPerAccount: 5 })));
  giveawayId = giveaway.id;
  await openNow(test, giveawayId);
});

const app = entrant(() => test);
const stateSql = 'select state::text from giveaway_entry where id = $1';
const change = (field: string, { id }: Pick<PlacedRecord, 'id'>) =>
  `mutation { ${field}(input: { giveawayId: "${giveawayId}", entryId: "${id}", reason: "test" }) { giveawayEntry { id } } }`;

/** A new entry of the next account. */
async function place(state: GiveawayEntryState): Promise<PlacedRecord> {
  next += 1;
  const { entry } = await app.enter(giveawayId, next);
  if (state === 'WITHDRAWN') await app.withdraw(giveawayId, next);
  if (state === 'DISQUALIFIED') await test.send(change('disqualifyGiveawayEntry', entry));
  return { id: entry.id, version: 1 };
}

describeStates({
  machine: GIVEAWAY_ENTRY_MACHINE,
  test: () => test,
  place,
  mutations: {
    DISQUALIFY: (entry) => change('disqualifyGiveawayEntry', entry),
    REINSTATE: (entry) => change('reinstateGiveawayEntry', entry),
  },
  stateSql,
});

describe.each(GIVEAWAY_ENTRY_STATES.map((state) => ({ state })))('a program, for an entry in $state', ({ state }) => {
  const calls: Readonly<Record<string, typeof app.enter>> = {
    ENTER_AGAIN: app.enter,
    ADD_TICKETS: app.add,
    WITHDRAW: app.withdraw,
  };
  it.each(Object.entries(GIVEAWAY_ENTRY_MACHINE.clients ?? {}))('%s', async (step, { from, to }) => {
    const { id } = await place(state);
    const answer = await calls[step]?.(giveawayId, next);
    const isDone = ['ENTERED', 'TICKETS_ADDED', 'WITHDRAWN'].includes(answer?.outcome ?? '');
    expect(isDone).toBe(from.includes(state));
    const { rows } = await test.database.ownerPool.query(stateSql, [id]);
    expect(rows[0].state).toBe(isDone ? (to ?? state) : state);
  });
});
