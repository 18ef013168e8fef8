import type { ApprovalAction, Role } from '@backcounter/domain';
import { rolesNow } from '../../../audit/roles-now.ts';
import { createTestDatabase } from '../../../db/testing/test-database.ts';
import { hashPassword } from '../../../embedded/identity/password.ts';
import { peopleOf } from '../../../embedded/identity/people.ts';
import { insertReferenceData } from '../../../testing/test-accounts.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { insertCampaign, insertCoupons } from '../../../testing/test-campaigns.ts';

/** People of the desk: who asks, who approves. The token is the name; `~` and a word after it is another sign-in. */
const PEOPLE: Readonly<Record<string, readonly [Role[], hasSecondFactor: boolean]>> = {
  mia: [['CAMPAIGN-MANAGER'], true],
  ada: [['ADMIN'], true],
  bo: [['ADMIN'], true],
  cy: [['ADMIN'], false],
  eve: [['ADMIN'], true],
  max: [['MARKETING'], true],
};

type Input = Readonly<Record<string, unknown>>;

/** A server with people whose roles and second factors are in the database, as its own provider has them. */
export async function approvalDesk() {
  const database = await createTestDatabase();
  const pool = database.ownerPool;
  const rows = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows;
  const ids = new Map<string, string>();
  const idOf = (name: string) => ids.get(name) ?? '';
  const test = await createTestApp(
    {
      identity: {
        authenticate: async (token) => {
          const [name = ''] = token.split('~');
          const sub = idOf(name);
          const roles = await rolesNow(database.db, sub);
          const expiresAt = new Date('2030-01-01');
          return { kind: 'staff', sub, name, email: `${name}@firm.test`, roles, signInId: token, expiresAt };
        },
      },
      people: peopleOf({ sendsMail: false, root: '/identity', clock: { now: () => new Date() } }),
      secondFactors: {
        has: async (_db, sub) =>
          (await rows('select has_second_factor as has from approval_people() where sub = $1', [sub]))[0]?.has === true,
        askPasskey: async () => null,
        judge: async () => ({ isRight: true, waitS: 0 }),
      },
    },
    () => [],
    database,
  );
  await insertReferenceData(pool);
  const password = await hashPassword('a long enough password 1');
  for (const [name, [roles, hasSecondFactor]] of Object.entries(PEOPLE)) {
    const [row] = await rows(
      `insert into identity.person (email, name, roles, password_hash, totp_secret) values ($1, $2, $3, $5, $4) returning id`,
      [`${name}@firm.test`, name, roles, hasSecondFactor ? Buffer.from('x') : null, password],
    );
    ids.set(name, row.id);
  }

  /** Sends a mutation; the code of its refusal. */
  async function run(as: string, operation: string, input: Input, fields = '{ __typename }') {
    const type = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input!`;
    const query = `mutation M($input: ${type}) { done: ${operation}(input: $input) ${fields} }`;
    const { body } = await test.send(query, { input }, { token: as });
    const { code = null, details = null } = body.errors?.[0].extensions ?? {};
    return { data: body.data?.done ?? null, code, details };
  }

  const desk = {
    test,
    database,
    rows,
    idOf,
    run,
    close: async () => {
      await test.close();
      await database.drop();
    },
    /** Confirms the second factor of a sign-in. */
    confirm: (token: string) =>
      rows(
        `insert into second_factor_confirmation (staff_sub, sign_in_id, expires_at) values ($1, $2, now() + interval '5 minutes')
         on conflict (staff_sub, sign_in_id) do update set expires_at = excluded.expires_at`,
        [idOf(token.split('~')[0] ?? ''), token],
      ),
    setRule: (action: ApprovalAction, isOn: boolean, limit: number | null = null) =>
      rows('update approval_rule set is_on = $2, limit_value = $3, version = version + 1 where action = $1', [
        action,
        isOn,
        limit,
      ]),
    /** A draft with a worst case of EUR 5.00 for each code that may be ordered. */
    draft: async (coupons = 100) => {
      const id = await insertCampaign(pool, { coupons_limit: coupons });
      await insertCoupons(pool, id, [
        `7K3M9Q${id
          .replaceAll('-', '')
          .slice(-6)
          .toUpperCase()
          .replace(/[01IO]/g, '2')}`,
      ]);
      return id;
    },
    activation: async (id: string) => {
      const [{ version, coupons_limit: coupons }] = await rows(
        'select version, coupons_limit from campaign where id = $1',
        [id],
      );
      return { id, expectedVersion: version, agreed: { uses: coupons, discountMinor: coupons * 500, points: 0 } };
    },
    stateOf: async (id: string): Promise<string> =>
      (await rows('select state::text from campaign where id = $1', [id]))[0].state,
    ask: async (as: string, operation: string, input: Input, note?: string) => {
      const wish = { operation, variables: { input }, ...(note && { note }) };
      const asked = await run(as, 'requestApproval', wish, '{ approval { id code state contentHash } }');
      return {
        ...asked,
        ...(asked.data?.approval as { id: string; code: string; state: string; contentHash: string }),
        code: asked.code,
      };
    },
    read: async (as: string, id: string, fields: string) =>
      (await test.send(`query Q($id: ID!) { approval(id: $id) { ${fields} } }`, { id }, { token: as })).body.data
        ?.approval,
    approve: async (as: string, id: string, contentHash?: string) => {
      const [row] = await rows(`select encode(content_hash, 'hex') as hash from approval_request where id = $1`, [id]);
      return run(as, 'approveRequest', { id, contentHash: contentHash ?? row.hash });
    },
    /** State and failure of a request. */
    requestOf: async (id: string) =>
      (await rows('select state::text, failure, decided_by as "by" from approval_request where id = $1', [id]))[0],
  };
  return desk;
}
/** See `approvalDesk`. */
export type ApprovalDesk = Awaited<ReturnType<typeof approvalDesk>>;
