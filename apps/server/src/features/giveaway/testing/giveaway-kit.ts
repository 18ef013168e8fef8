import type { TestApp, TestToken } from '../../../testing/test-app.ts';

/** A giveaway in an answer. */
export interface AnsweredGiveaway {
  readonly id: string;
  readonly version: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
  readonly [field: string]: any;
}

/** An error in an answer. */
export interface AnsweredError {
  readonly code: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
  readonly details?: any;
}

const FIELDS = `id version code title(locale: "de-DE") state status stateReason rulesHash seedCommitment seedRevealed opensAt closesAt drawAt
  entryCostPoints maxEntries publishedAt openFields store { sid } prizes { id rank quantity kind points title campaign { code } valueMinor }
  figures { entries tickets withdrawn disqualified prizes escrowPoints escrowFunded escrowBalance pointsPaid openPrizes refundsOpen }
  registration { isNeeded totalMinor newYork florida isNewYorkLate isFloridaLate } actions { action isAllowed refusal }`;

const HOUR = 3_600_000;
let serial = 0;

/** A prize of 100 points, twice. */
export const POINTS_PRIZE = { rank: 1, titleI18n: { 'en-US': 'Points' }, quantity: 2, kind: 'POINTS', points: 100 };

/** Terms of a giveaway in Germany that opens in an hour, closes in two days and has two prizes of 100 points. */
export function giveawayTerms(more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  serial += 1;
  const at = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();
  return {
    code: `GIVEAWAY-${serial}`,
    titleI18n: { 'en-US': `Giveaway ${serial}`, 'de-DE': `Gewinnspiel ${serial}` },
    descriptionI18n: { 'en-US': 'Win something.' },
    rulesI18n: { 'en-US': 'No purchase necessary.', 'de-DE': 'Kein Kauf nötig.' },
    countryCodes: ['DE'],
    minAge: 18,
    opensAt: at(1),
    closesAt: at(48),
    drawAt: at(49),
    timezone: 'Europe/Berlin',
    prizes: [POINTS_PRIZE],
    ...more,
  };
}

/** Name of the input type of a mutation. */
export function inputType(field: string): string {
  return `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`;
}

/** Requests about giveaways with the token of one role. */
export function giveawayDesk(test: () => TestApp, token: TestToken) {
  const ask = async (field: string, input: object, record = 'giveaway', fields = FIELDS) => {
    const text = `mutation($input: ${inputType(field)}!) { ${field}(input: $input) { ${record} { ${fields} } } }`;
    const { body } = await test().send(text, { input }, { token });
    return {
      value: body.data?.[field]?.[record] as AnsweredGiveaway,
      error: body.errors?.[0]?.extensions as AnsweredError | undefined,
    };
  };
  type Asked = ReturnType<typeof ask>;
  const versioned = (field: string, { id, version }: AnsweredGiveaway, more: object) =>
    ask(field, { id, expectedVersion: version, ...more });
  const desk = {
    done: async (answer: Asked): Promise<AnsweredGiveaway> => {
      const { value, error } = await answer;
      if (error !== undefined) throw new Error(JSON.stringify(error));
      return value;
    },
    refusal: async (answer: Asked): Promise<AnsweredError> => {
      const { value, error } = await answer;
      if (error === undefined) throw new Error(`Not refused: ${JSON.stringify(value)}`);
      return error;
    },
    create: (more = {}) => ask('createGiveaway', giveawayTerms(more)),
    made: (more = {}) => desk.done(desk.create(more)),
    update: (giveaway: AnsweredGiveaway, patch: object) => versioned('updateGiveaway', giveaway, { patch }),
    duplicate: ({ id }: AnsweredGiveaway, code: string) => ask('duplicateGiveaway', { id, code }),
    register: (giveaway: AnsweredGiveaway, newYork: string | null, florida: string | null) =>
      versioned('recordGiveawayRegistration', giveaway, { newYork, florida }),
    publish: (giveaway: AnsweredGiveaway, more: object = {}) =>
      versioned('publishGiveaway', giveaway, {
        reason: 'test',
        confirmCode: giveaway['code'],
        agreedEscrowPoints: giveaway['figures'].escrowPoints,
        acceptsConsideration: giveaway['entryCostPoints'] > 0,
        ...more,
      }),
    cancel: (giveaway: AnsweredGiveaway, more: object = {}) =>
      versioned('cancelGiveaway', giveaway, { reason: 'test', confirmCode: giveaway['code'], ...more }),
    announce: (giveaway: AnsweredGiveaway, hasReviewed = true) =>
      versioned('announceGiveaway', giveaway, { hasReviewed }),
    settle: (giveaway: AnsweredGiveaway, reason = 'test') => versioned('settleGiveaway', giveaway, { reason }),
    read: async (id: string): Promise<AnsweredGiveaway> => {
      const { body } = await test().send(`query($id: ID!) { giveaway(id: $id) { ${FIELDS} } }`, { id }, { token });
      return body.data?.giveaway;
    },
    ask,
  };
  return desk;
}

/** Moves the fixed dates of a giveaway so that it opened an hour ago and closes in an hour. */
export async function openNow(test: TestApp, id: string): Promise<void> {
  await moveDates(
    test,
    id,
    "opens_at = now() - interval '1 hour', closes_at = now() + interval '1 hour', draw_at = now() + interval '2 hours'",
  );
}

/** Sets columns of a giveaway with its trigger disabled. */
export async function moveDates({ database }: TestApp, id: string, sets: string): Promise<void> {
  const client = await database.ownerPool.connect();
  try {
    await client.query('begin');
    await client.query('alter table giveaway disable trigger giveaway_check_change');
    await client.query(`update giveaway set published_at = published_at - interval '10 days', ${sets} where id = $1`, [
      id,
    ]);
    await client.query('alter table giveaway enable trigger giveaway_check_change');
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** Transactions of a giveaway, oldest first. */
export async function transactionsOf({ database }: TestApp, id: string) {
  const { rows } = await database.ownerPool.query(
    'select seq, type, account_id, tickets, points, actor, actor_sub, reason, data from giveaway_transaction where giveaway_id = $1 order by seq',
    [id],
  );
  return rows;
}
