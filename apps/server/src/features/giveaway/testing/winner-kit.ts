import { accountId } from '../../../testing/test-accounts.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { type giveawayDesk, moveDates } from './giveaway-kit.ts';

const WINNER = `id position kind state replacedByPosition replacesPosition forfeitedReason fulfilmentNote couponLast4 prize { rank } canForfeit canFulfil
  review { isEligible problems } account { id }`;

/** Draws a giveaway with a given result: these accounts in this order, one per prize and alternate. */
export async function draw(test: TestApp, giveawayId: string, people: readonly number[]): Promise<void> {
  const { ownerPool } = test.database;
  await moveDates(
    test,
    giveawayId,
    `state = 'DRAWN', closes_at = now() - interval '30 minutes', draw_at = now() - interval '10 minutes', frozen_at = now() - interval '20 minutes',
     entries_root = sha256('root'), entries_count = ${people.length}, tickets_count = ${people.length}, drawn_at = now(), seed_revealed = sha256('seed')`,
  );
  await ownerPool.query(
    `with places as (
       select p.id as prize_id, row_number() over (order by p.rank, n) as place from giveaway_prize p, generate_series(1, p.quantity) as n
       where p.giveaway_id = $1
     ), drawn as (
       insert into giveaway_winner (giveaway_id, draw_position, entry_id, account_id, prize_id, kind)
       select $1, o.place, e.id, e.account_id, p.prize_id, (case when p.prize_id is null then 'ALTERNATE' else 'WINNER' end)::giveaway_winner_kind
       from unnest($2::uuid[]) with ordinality as o (account_id, place)
         join giveaway g on g.id = $1
         join giveaway_entry e on e.giveaway_id = $1 and e.account_id = o.account_id
         left join places p on p.place = o.place
       where o.place <= (select count(*) from places) + g.alternates
       returning draw_position, kind, account_id, entry_id, prize_id
     )
     select append_giveaway_transactions($1, 'SYSTEM', null, (select jsonb_agg(jsonb_build_object('type',
       case kind when 'WINNER' then 'WON' else 'ALTERNATE_DRAWN' end, 'account', account_id, 'entry', entry_id, 'prize', prize_id)
       order by draw_position) from drawn))`,
    [giveawayId, people.map(accountId)],
  );
}

/** Winners and alternates as staff see them. */
export async function winnersOf(test: TestApp, giveawayId: string) {
  const { body } = await test.send(
    `query($f: GiveawayWinnerFilter!) { giveawayWinners(first: 50, filter: $f) { nodes { ${WINNER} } } }`,
    { f: { giveaway: { in: [giveawayId] } } },
    { token: 'admin' },
  );
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
  return body.data.giveawayWinners.nodes as any[];
}

/** Sends a mutation about one position of a draw. */
export function place(
  desk: ReturnType<typeof giveawayDesk>,
  field: string,
  giveawayId: string,
  position: number,
  said: object,
) {
  return desk.ask(field, { giveawayId, position, ...said }, 'giveawayWinner', WINNER);
}
