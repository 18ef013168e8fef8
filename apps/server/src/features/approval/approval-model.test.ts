import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApprovalDesk, approvalDesk } from './testing/approval-desk.ts';

let desk: ApprovalDesk;
beforeAll(async () => {
  desk = await approvalDesk();
  await desk.setRule('CAMPAIGN_WORST_CASE', true, 100);
  for (const name of ['ada', 'bo', 'mia', 'cy']) await desk.confirm(name);
});
afterAll(() => desk.close());

/** The model of one campaign and its newest request. */
interface Model {
  id: string;
  /** Contents by number: the present one, and the one that was asked for. */
  content: number;
  asked: { id: string; by: string; content: number; isOpen: boolean; isExpired: boolean } | null;
  isActive: boolean;
  /** Those who have lost their role. */
  lost: Set<string>;
}

const ADMINS = ['ada', 'bo', 'cy'];
const REQUESTERS = ['mia', 'ada', 'bo'];
const isAble = ({ lost }: Model, who: string) => ADMINS.includes(who) && who !== 'cy' && !lost.has(who);
const roleOf = (who: string) => (who === 'mia' ? '{CAMPAIGN-MANAGER}' : '{ADMIN}');

const steps = {
  ask: [3, REQUESTERS],
  approve: [5, [...ADMINS, 'mia']],
  activate: [1, REQUESTERS],
  decline: [1, ADMINS],
  change: [2, ['someone']],
  expire: [1, ['someone']],
  lose: [2, REQUESTERS],
  regain: [2, REQUESTERS],
} as const satisfies Readonly<Record<string, readonly [weight: number, people: readonly string[]]>>;
const step = fc.oneof(
  ...Object.entries(steps).map(([kind, [weight, people]]) => ({
    weight,
    arbitrary: fc.record({ kind: fc.constant(kind as keyof typeof steps), who: fc.constantFrom(...people) }),
  })),
);
interface Step {
  readonly kind: keyof typeof steps;
  readonly who: string;
}

/** Takes a step, and returns whether the model expects the campaign to be activated by it. */
async function take(model: Model, { kind, who }: Step): Promise<boolean> {
  const { asked } = model;
  switch (kind) {
    case 'ask': {
      const { id, code } = await desk.ask(who, 'activateCampaign', await desk.activation(model.id));
      const mayAsk = !model.isActive && !model.lost.has(who) && asked?.isOpen !== true;
      expect(code === null).toBe(mayAsk);
      if (mayAsk) model.asked = { id, by: who, content: model.content, isOpen: true, isExpired: false };
      return false;
    }
    case 'approve': {
      if (asked === null) return false;
      const isDecider = asked.isOpen && isAble(model, who) && who !== asked.by;
      const isExpected =
        isDecider &&
        !asked.isExpired &&
        !model.lost.has(asked.by) &&
        asked.content === model.content &&
        !model.isActive;
      const { code } = await desk.approve(who, asked.id);
      expect(code === null).toBe(isExpected);
      // Executed, expired or void: only a refusal of a person leaves it open.
      const { state } = await desk.requestOf(asked.id);
      asked.isOpen = state === 'PENDING';
      return isExpected;
    }
    case 'activate':
      expect((await desk.run(who, 'activateCampaign', await desk.activation(model.id))).code).not.toBeNull();
      return false;
    case 'decline':
      if (asked === null) return false;
      if ((await desk.run(who, 'declineRequest', { id: asked.id, reason: 'no' })).code === null) asked.isOpen = false;
      return false;
    case 'change':
      if (model.isActive) return false;
      model.content += 1;
      await desk.rows('update campaign set description = $2 where id = $1', [model.id, `Content ${model.content}`]);
      return false;
    case 'expire':
      if (asked?.isOpen !== true) return false;
      asked.isExpired = true;
      await desk.rows(
        `update approval_request set requested_at = now() - interval '73 hours', expires_at = now() - interval '1 hour' where id = $1`,
        [asked.id],
      );
      return false;
    case 'lose':
    case 'regain': {
      const roles = kind === 'lose' ? '{MARKETING}' : roleOf(who);
      // The database keeps two approvers; then no one loses anything.
      const isDone = await desk
        .rows('update identity.person set roles = $2 where id = $1', [desk.idOf(who), roles])
        .then(
          () => true,
          () => false,
        );
      if (isDone && kind === 'lose') model.lost.add(who);
      if (isDone && kind === 'regain') model.lost.delete(who);
      return false;
    }
  }
}

it('an effect happens exactly when another able person approves it while its content is unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...REQUESTERS),
      fc.array(step, { minLength: 2, maxLength: 10 }),
      async (first, more) => {
        const model: Model = { id: await desk.draft(), content: 0, asked: null, isActive: false, lost: new Set() };
        for (const who of REQUESTERS)
          await desk.rows('update identity.person set roles = $2 where id = $1', [desk.idOf(who), roleOf(who)]);
        for (const each of [{ kind: 'ask', who: first } as const, ...more]) {
          if (await take(model, each)) model.isActive = true;
          expect(await desk.stateOf(model.id)).toBe(model.isActive ? 'ACTIVE' : 'DRAFT');
        }
        const [{ effects, approvals }] = await desk.rows(
          `select count(*) filter (where action = 'campaign.activate')::int as effects,
           (select count(*)::int from approval_request where entity_id = $1 and state = 'APPROVED') as approvals
         from staff_audit_event where entity_id = $1 and outcome = 'DONE'`,
          [model.id],
        );
        expect([effects, approvals]).toEqual(model.isActive ? [1, 1] : [0, 0]);
      },
    ),
    { numRuns: 60 },
  );
});
