import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ApprovalDesk, approvalDesk } from './testing/approval-desk.ts';

let desk: ApprovalDesk;
beforeAll(async () => {
  desk = await approvalDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.setRule('CAMPAIGN_WORST_CASE', true, 10_000);
  for (const name of ['ada', 'bo']) await desk.confirm(name);
});

const asked = async (as = 'mia') => {
  const campaign = await desk.draft();
  const request = await desk.ask(as, 'activateCampaign', await desk.activation(campaign), 'Summer');
  expect(request.code).toBeNull();
  return { campaign, ...request };
};

describe('a campaign above the limit', () => {
  it('is activated only by the approval of a second person, in the name of who asked', async () => {
    const { campaign, id, state } = await asked();
    expect(state).toBe('PENDING');
    const refusal = await desk.run('mia', 'activateCampaign', await desk.activation(campaign));
    expect(refusal).toMatchObject({
      code: 'approval.required',
      details: { action: 'CAMPAIGN_WORST_CASE', value: 50_000, limit: 10_000 },
    });
    expect(await desk.stateOf(campaign)).toBe('DRAFT');
    const shown = await desk.read(
      'ada',
      id,
      'code title entityType entityId value limit isUnchanged mayDecide decideRefusal mayCancel note deciders { name isYou hasSecondFactor } figures { key value } fields { key before after }',
    );
    expect(shown).toMatchObject({
      code: expect.stringMatching(/^APR-\d{4}-\d{4}$/),
      entityType: 'campaign',
      entityId: campaign,
      value: 50_000,
      limit: 10_000,
      isUnchanged: true,
      mayDecide: true,
      decideRefusal: null,
      mayCancel: false,
      note: 'Summer',
      deciders: [
        { name: 'ada', isYou: true, hasSecondFactor: true },
        { name: 'bo', isYou: false, hasSecondFactor: true },
        { name: 'cy', isYou: false, hasSecondFactor: false },
        { name: 'eve', isYou: false, hasSecondFactor: true },
      ],
    });
    expect(shown.figures).toContainEqual({ key: 'worstCase', value: 50_000 });
    expect(shown.fields).toContainEqual({ key: 'amountMinor', before: null, after: 500 });
    expect((await desk.approve('ada', id)).code).toBeNull();
    expect(await desk.stateOf(campaign)).toBe('ACTIVE');
    expect(await desk.requestOf(id)).toMatchObject({ state: 'APPROVED', by: desk.idOf('ada') });
    const trail = await desk.rows(
      `select action, actor_sub, changes from staff_audit_event where entity_id in ($1, $2) order by id`,
      [campaign, id],
    );
    expect(trail.filter(({ action }) => /request|approve|activate/.test(action))).toMatchObject([
      { action: 'approval.request', actor_sub: desk.idOf('mia') },
      { action: 'campaign.activate', actor_sub: desk.idOf('mia'), changes: { approvedBy: [null, desk.idOf('ada')] } },
      { action: 'approval.approve', actor_sub: desk.idOf('ada') },
    ]);
  });

  it('needs no approval within the limit, or while the rule is off', async () => {
    const small = await desk.draft(10);
    expect(await desk.ask('mia', 'activateCampaign', await desk.activation(small))).toMatchObject({
      code: 'approval.not-needed',
    });
    expect(await desk.stateOf(small)).toBe('DRAFT');
    expect((await desk.run('mia', 'activateCampaign', await desk.activation(small))).code).toBeNull();
    await desk.setRule('CAMPAIGN_WORST_CASE', false);
    const large = await desk.draft();
    expect((await desk.run('mia', 'activateCampaign', await desk.activation(large))).code).toBeNull();
  });

  it('needs it again to raise the worst case, and nothing else', async () => {
    const { campaign, id } = await asked();
    await desk.approve('ada', id);
    const patch = async (changes: object) => ({
      id: campaign,
      expectedVersion: (await desk.rows('select version from campaign where id = $1', [campaign]))[0].version,
      patch: changes,
    });
    expect((await desk.run('mia', 'updateCampaign', await patch({ name: 'Other' }))).code).toBeNull();
    const raise = await patch({ couponsLimit: 200 });
    expect((await desk.run('ada', 'updateCampaign', raise)).code).toBe('approval.required');
    const request = await desk.ask('mia', 'updateCampaign', raise);
    expect(await desk.read('bo', request.id, 'fields { key before after }')).toEqual({
      fields: [{ key: 'couponsLimit', before: 100, after: 200 }],
    });
    expect((await desk.approve('bo', request.id)).code).toBeNull();
    expect(await desk.rows('select coupons_limit from campaign where id = $1', [campaign])).toEqual([
      { coupons_limit: 200 },
    ]);
  });
});

describe('a request', () => {
  it('is void once anything that the effect reads has changed', async () => {
    const { campaign, id } = await asked();
    await desk.rows(`update campaign set budget_minor = 1000000 where id = $1`, [campaign]);
    expect(await desk.read('ada', id, 'isUnchanged')).toEqual({ isUnchanged: false });
    expect((await desk.approve('ada', id)).code).toBe('approval.void');
    expect(await desk.requestOf(id)).toMatchObject({ state: 'VOIDED' });
    expect(await desk.stateOf(campaign)).toBe('DRAFT');
  });

  it.each(['mia', 'ada'])('is not executed if %s has lost the role or was suspended since', async (who) => {
    const { campaign, id } = await asked();
    for (const lost of [`roles = '{MARKETING}'`, `state = 'SUSPENDED'`]) {
      const [before] = await desk.rows('select roles, state from identity.person where id = $1', [desk.idOf(who)]);
      await desk.rows(`update identity.person set ${lost} where id = $1`, [desk.idOf(who)]);
      expect((await desk.approve('ada', id)).code).toBe('access.denied');
      expect(await desk.requestOf(id)).toMatchObject({
        state: 'PENDING',
        failure: who === 'mia' ? 'access.denied' : null,
      });
      await desk.rows('update identity.person set roles = $2, state = $3 where id = $1', [
        desk.idOf(who),
        before.roles,
        before.state,
      ]);
    }
    expect((await desk.approve('ada', id)).code).toBeNull();
    expect(await desk.stateOf(campaign)).toBe('ACTIVE');
  });

  it.each([
    ['its requester in another sign-in', 'ada~phone', 'ada', 'approval.own-request'],
    ['someone without a second factor', 'cy', 'mia', 'approval.no-second-factor'],
    ['someone without the role', 'max', 'mia', 'access.denied'],
    ['someone who has not confirmed', 'ada~phone', 'mia', 'second-factor.required'],
  ])('is not approved by %s', async (_who, as, requester, code) => {
    const { campaign, id } = await asked(requester);
    if (requester === 'ada') await desk.confirm('ada~phone');
    else await desk.rows('delete from second_factor_confirmation where sign_in_id = $1', ['ada~phone']);
    expect((await desk.approve(as, id)).code).toBe(code);
    expect(await desk.stateOf(campaign)).toBe('DRAFT');
    expect(await desk.requestOf(id)).toMatchObject({ state: 'PENDING' });
  });

  it('is one per action and record, and leaves nothing of the attempt', async () => {
    const { campaign, id } = await asked();
    const again = await desk.ask('ada', 'activateCampaign', await desk.activation(campaign));
    expect(again).toMatchObject({ code: 'approval.pending', details: { record: { kind: 'approval', id } } });
    const [{ count }] = await desk.rows(
      `select count(*)::int from staff_audit_event where entity_id = $1 and action = 'campaign.activate'`,
      [campaign],
    );
    expect(count).toBe(0);
  });

  it('is declined with a reason, canceled by its requester alone, and decided once', async () => {
    const { id } = await asked();
    expect((await desk.run('mia', 'declineRequest', { id, reason: 'no' })).code).toBe('access.denied');
    expect((await desk.run('ada', 'declineRequest', { id, reason: ' ' })).code).toBe('reason.required');
    expect((await desk.run('ada', 'commentOnRequest', { id, text: 'Too much?' })).code).toBeNull();
    expect((await desk.run('cy', 'declineRequest', { id, reason: 'Too much' })).code).toBeNull();
    expect((await desk.approve('ada', id)).code).toBe('state.invalid-transition');
    expect(
      await desk.read('mia', id, 'state decisionNote decidedBy { name } comments { text author { name } }'),
    ).toEqual({
      state: 'DECLINED',
      decisionNote: 'Too much',
      decidedBy: { name: 'cy' },
      comments: [{ text: 'Too much?', author: { name: 'ada' } }],
    });
    const other = await asked();
    expect((await desk.run('ada', 'cancelRequest', { id: other.id })).code).toBe('access.denied');
    expect((await desk.run('mia', 'cancelRequest', { id: other.id })).code).toBeNull();
    expect(await desk.requestOf(other.id)).toMatchObject({ state: 'CANCELED' });
  });

  it('expires after 72 hours, also if no one has noticed', async () => {
    const { campaign, id } = await asked();
    await desk.rows(
      `update approval_request set requested_at = now() - interval '73 hours', expires_at = now() - interval '1 hour' where id = $1`,
      [id],
    );
    expect((await desk.approve('ada', id)).code).toBe('state.invalid-transition');
    expect(await desk.requestOf(id)).toMatchObject({ state: 'EXPIRED' });
    expect(await desk.stateOf(campaign)).toBe('DRAFT');
  });

  it('is approved by one of two at once, and once by a double click', async () => {
    const { campaign, id } = await asked();
    const codes = (await Promise.all(['ada', 'bo', 'ada'].map((as) => desk.approve(as, id)))).map(({ code }) => code);
    expect(codes.sort()).toEqual(['state.invalid-transition', 'state.invalid-transition', null].sort());
    const [{ count }] = await desk.rows(
      `select count(*)::int from staff_audit_event where entity_id = $1 and action = 'campaign.activate'`,
      [campaign],
    );
    expect(count).toBe(1);
  });

  it('is refused for a mutation that is no action', async () => {
    expect(await desk.ask('ada', 'setPreference', {})).toMatchObject({ code: 'field.invalid' });
  });

  it('cannot be changed or approved by its requester in the database', async () => {
    const { id } = await asked();
    const { pool } = desk.database;
    for (const set of [`content_hash = sha256('x')`, `requested_by = 'x'`, `variables = '{}'`])
      await expect(pool.query(`update approval_request set ${set} where id = $1`, [id])).rejects.toMatchObject({
        code: '42501',
      });
    const approve = `update approval_request set state = 'APPROVED', decided_at = now(), decided_by`;
    await expect(pool.query(`${approve} = requested_by where id = $1`, [id])).rejects.toMatchObject({ code: '23514' });
    await pool.query(`${approve} = 'other' where id = $1`, [id]);
    await expect(
      pool.query(`update approval_request set state = 'PENDING', decided_by = null, decided_at = null where id = $1`, [
        id,
      ]),
    ).rejects.toMatchObject({ code: 'BC001' });
  });
});

describe('people who may not see a record', () => {
  it('see no request about it', async () => {
    const { id } = await asked();
    expect(await desk.read('max', id, 'id')).toBeFalsy();
    const list = (
      await desk.test.send('{ approvals(first: 5) { nodes { id } } approvalsToDecide }', {}, { token: 'max' })
    ).body.data;
    expect(list).toEqual({ approvals: { nodes: [] }, approvalsToDecide: 0 });
    const own = (
      await desk.test.send(
        '{ approvals(first: 5, search: "APR-", filter: { state: { in: [PENDING] }, action: { in: [CAMPAIGN_WORST_CASE] } }) { nodes { id state } } approvalsToDecide }',
        {},
        { token: 'ada' },
      )
    ).body.data;
    expect(own.approvals.nodes).toContainEqual({ id, state: 'PENDING' });
    expect(own.approvalsToDecide).toBeGreaterThan(0);
  });
});

describe('rules', () => {
  it('are switched on only if two people can approve', async () => {
    await desk.setRule('CAMPAIGN_WORST_CASE', false);
    const read = async () =>
      (await desk.test.send('{ approvalRules { action isOn limit unit refusal version } }', {}, { token: 'ada' })).body
        .data.approvalRules[0];
    const save = async (isOn: boolean, limit: number | null) =>
      desk.run('ada', 'saveApprovalRule', {
        action: 'CAMPAIGN_WORST_CASE',
        isOn,
        limit,
        expectedVersion: (await read()).version,
      });
    await desk.rows(`update identity.person set totp_secret = null where name in ('bo', 'eve')`);
    expect(await read()).toMatchObject({ isOn: false, unit: 'AMOUNT', refusal: 'approval.unsatisfiable' });
    expect((await save(true, 500)).code).toBe('approval.unsatisfiable');
    await desk.rows(`update identity.person set totp_secret = 'x' where name in ('bo', 'eve')`);
    expect((await save(true, 500)).code).toBeNull();
    expect(await read()).toMatchObject({ isOn: true, limit: 500, refusal: null });
    expect(
      (await desk.run('ada', 'saveApprovalRule', { action: 'CAMPAIGN_WORST_CASE', isOn: false, expectedVersion: 1 }))
        .code,
    ).toBe('record.conflict');
    expect(
      (await desk.run('ada~phone2', 'saveApprovalRule', { action: 'ROLES', isOn: true, expectedVersion: 1 })).code,
    ).toBe('second-factor.required');
    expect(
      (await desk.run('ada', 'saveApprovalRule', { action: 'ROLES', isOn: false, limit: 3, expectedVersion: 1 })).code,
    ).toBe('field.invalid');
  });
});
