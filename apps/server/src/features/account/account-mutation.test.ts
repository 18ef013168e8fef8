import { beforeEach, describe, expect, it } from 'vitest';
import { fileApp } from '../../testing/file-app.ts';
import { Gates } from '../../testing/gates.ts';
import { AREAS, accountId, insertAccounts, insertReferenceData, removeAccounts } from '../../testing/test-accounts.ts';
import type { TestAnswer, TestRequest } from '../../testing/test-app.ts';

const FIELDS =
  'id displayName email phone pushConsent pushConsentAt emailVerified state stateReason suspendedUntil version country { code } area { id } updatedBy { sub name } actions { action isAllowed refusal }';
const operation = (name: string, type: string, fields = FIELDS) =>
  `mutation M($input: ${type}!) { ${name}(input: $input) { account { ${fields} } } }`;
const UPDATE = operation('updateAccount', 'UpdateAccountInput');
const SUSPEND = operation('suspendAccount', 'SuspendAccountInput');
const REACTIVATE = operation('reactivateAccount', 'ReactivateAccountInput');
const CLOSE = operation('closeAccount', 'CloseAccountInput');
const REVEAL = 'mutation M($input: RevealAccountContactInput!) { revealAccountContact(input: $input) { email phone } }';
const HISTORY = `query H($id: ID!, $first: Int, $after: String) { account(id: $id) { history(first: $first, after: $after) { nodes { id action outcome reason actor { sub name } changes { field before after isMasked } } pageInfo { hasNextPage endCursor } count { value } } } }`;

const id = accountId(1);
const test = await fileApp();
await insertReferenceData(test.database.ownerPool);
beforeEach(async () => {
  await removeAccounts(test.database.ownerPool);
  await test.database.ownerPool.query('truncate idempotency_key cascade');
  await test.database.ownerPool.query('truncate staff_audit_event');
  await insertAccounts(test.database.ownerPool, 12);
});

async function send(query: string, input: Record<string, unknown>, request?: TestRequest) {
  const answer = await test.send(query, { input: { id, expectedVersion: 1, ...input } }, request);
  const [payload] = Object.values<TestAnswer['body']>(answer.body.data ?? {});
  return {
    ...answer,
    data: (payload?.account ?? payload) as TestAnswer['body'],
    error: answer.body.errors?.[0],
  };
}
const audit = async (outcome = 'DONE') =>
  (await test.database.pool.query('select * from staff_audit_event where outcome = $1 order by id', [outcome])).rows;

describe('editing an account', () => {
  it('sets given fields, clears null ones, and writes one audit row', async () => {
    const { data, error } = await send(UPDATE, {
      patch: {
        displayName: '  New Name ',
        phone: null,
        email: 'new@example.org',
        pushConsent: true,
        areaId: AREAS.berlin,
      },
    });
    expect(error).toBeUndefined();
    expect(data).toMatchObject({
      displayName: 'New Name',
      email: 'new@example.org',
      phone: null,
      emailVerified: false,
      pushConsent: true,
      pushConsentAt: '2026-03-01T12:00:00.000Z',
      version: 2,
      area: { id: AREAS.berlin },
      updatedBy: { sub: 'staff-admin', name: 'Test admin' },
    });
    const rows = await audit();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      action: 'account.update',
      entity_type: 'account',
      entity_id: id,
      actor_sub: 'staff-admin',
      actor_roles: ['ADMIN'],
    });
    expect(rows[0].personal_changes).toMatchObject({
      email: ['person1@example.org', 'new@example.org'],
      phone: ['+491510000001', null],
    });
    expect(Object.keys(rows[0].changes).sort()).toEqual(['areaId', 'pushConsent']);
  });

  it('writes nothing if the patch equals the row', async () => {
    const { data } = await send(UPDATE, { patch: { countryCode: 'DE', email: 'person1@example.org' } });
    expect(data.version).toBe(1);
    expect(await audit()).toHaveLength(0);
  });

  it.each([
    [{ email: 'no address' }, { 'patch.email': [{ rule: 'email' }] }],
    [{ email: 'PERSON2@example.org' }, { 'patch.email': [{ rule: 'taken' }] }],
    [{ phone: '0151' }, { 'patch.phone': [{ rule: 'phone-e164' }] }],
    [{ locale: null }, { 'patch.locale': [{ rule: 'required' }] }],
    [{ timezone: 'Mars/Olympus' }, { 'patch.timezone': [{ rule: 'timezone' }] }],
    [{ displayName: 'x'.repeat(81) }, { 'patch.displayName': [{ rule: 'too-long', params: { max: 80 } }] }],
    [{ areaId: AREAS.texas }, { 'patch.areaId': [{ rule: 'not-in-country' }] }],
    [{ countryCode: 'US' }, { 'patch.areaId': [{ rule: 'not-in-country' }] }],
    [{ countryCode: 'ZZ', areaId: null }, { 'patch.countryCode': [{ rule: 'unknown' }] }],
    [{ birthDate: '1800-01-01' }, { 'patch.birthDate': [{ rule: 'range' }] }],
  ])('refuses %j with a problem of its field', async (patch, fields) => {
    const { error, data } = await send(UPDATE, { patch });
    expect(error.extensions).toEqual({ code: 'field.invalid', details: { fields } });
    expect(data).toBeUndefined();
    expect(await audit()).toHaveLength(0);
    const [failed] = await audit('FAILED');
    expect(failed).toMatchObject({
      action: 'account.edit',
      entity_id: id,
      changes: { refusal: [null, 'field.invalid'] },
    });
  });

  it('returns both sides of a conflict and overwrites nothing', async () => {
    await send(UPDATE, { patch: { displayName: 'First' } });
    const { error } = await send(UPDATE, { patch: { displayName: 'Second' } });
    expect(error.extensions.code).toBe('record.conflict');
    expect(error.extensions.details.current).toMatchObject({
      displayName: 'First',
      email: 'person1@example.org',
      version: 2,
      updatedBy: { sub: 'staff-admin', name: 'Test admin' },
    });
    expect(await audit()).toHaveLength(1);
  });

  it('accepts one of two concurrent edits', async () => {
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((displayName) => send(UPDATE, { patch: { displayName } })),
    );
    const codes = answers.map(({ error }) => error?.extensions.code ?? 'done').sort();
    expect(codes).toEqual(['done', 'record.conflict', 'record.conflict', 'record.conflict']);
    expect(await audit()).toHaveLength(1);
  });
});

describe('states of an account', () => {
  it('allows legal transitions with a reason', async () => {
    const suspended = await send(SUSPEND, { reason: 'Chargebacks', until: '2026-03-08T00:00:00Z' });
    expect(suspended.data).toMatchObject({
      state: 'SUSPENDED',
      stateReason: 'Chargebacks',
      suspendedUntil: '2026-03-08T00:00:00.000Z',
      version: 2,
    });
    const closed = await send(CLOSE, { expectedVersion: 2, reason: 'Asked to' });
    expect(closed.data).toMatchObject({ state: 'CLOSED', suspendedUntil: null });
    test.now = new Date();
    const open = await send(REACTIVATE, { expectedVersion: 3 });
    expect(open.data).toMatchObject({ state: 'ACTIVE', stateReason: null, version: 4 });
    expect((await audit()).map(({ action, reason }) => [action, reason])).toEqual([
      ['account.suspend', 'Chargebacks'],
      ['account.close', 'Asked to'],
      ['account.reactivate', null],
    ]);
    test.now = new Date('2026-03-01T12:00:00.000Z');
  });

  it('refuses all other transitions', async () => {
    const active = await send(REACTIVATE, {});
    expect(active.error.extensions).toEqual({
      code: 'state.invalid-transition',
      details: { from: 'ACTIVE', to: 'ACTIVE', allowed: ['SUSPENDED', 'CLOSED'] },
    });
    await send(CLOSE, { reason: 'r' });
    test.now = new Date();
    expect((await send(SUSPEND, { expectedVersion: 2, reason: 'r' })).error.extensions.code).toBe(
      'state.invalid-transition',
    );
    test.now = new Date(Date.now() + 31 * 86_400_000);
    const late = await send(REACTIVATE, { expectedVersion: 2 });
    expect(late.error.extensions.details).toEqual({ from: 'CLOSED', to: 'ACTIVE', allowed: ['ERASED'] });
    test.now = new Date('2026-03-01T12:00:00.000Z');
    expect((await send(SUSPEND, { expectedVersion: 2, reason: '  ' })).error.extensions.code).toBe('reason.required');
    expect(
      (await send(SUSPEND, { expectedVersion: 2, reason: 'r', until: '2020-01-01T00:00:00Z' })).error.extensions.details
        .fields,
    ).toEqual({ until: [{ rule: 'future' }] });
  });

  it('returns the same error for a missing account and a malformed id', async () => {
    const missing = await send(SUSPEND, { id: accountId(999), reason: 'r' });
    const nonsense = await send(SUSPEND, { id: 'nonsense', reason: 'r' });
    expect(missing.error.extensions).toEqual({ code: 'record.not-found' });
    expect(nonsense.text).toBe(missing.text);
  });
});

describe('contact and history', () => {
  it('masks both for MARKETING, reveals for a reason, and audits the reveal', async () => {
    await send(UPDATE, { patch: { email: 'new@example.org', locale: 'de-DE' } });
    const { data } = await send(
      REVEAL,
      { expectedVersion: undefined, reason: 'Caller on the line' },
      { token: 'marketing' },
    );
    expect(data).toEqual({ email: 'new@example.org', phone: '+491510000001' });
    const masked = await test.send(HISTORY, { id, first: 1 }, { token: 'marketing' });
    expect(masked.body.data.account.history).toMatchObject({
      nodes: [
        {
          action: 'account.reveal-contact',
          reason: 'Caller on the line',
          actor: { sub: 'staff-marketing', name: 'Test marketing' },
          changes: [{ field: 'purpose', before: null, after: 'OTHER', isMasked: false }],
        },
      ],
      pageInfo: { hasNextPage: true },
      count: { value: 2 },
    });
    const after = masked.body.data.account.history.pageInfo.endCursor;
    const older = await test.send(HISTORY, { id, after }, { token: 'marketing' });
    expect(older.body.data.account.history.nodes[0].changes).toEqual([
      { field: 'email', before: null, after: null, isMasked: true },
      { field: 'locale', before: 'en-US', after: 'de-DE', isMasked: false },
    ]);
    const full = await test.send(HISTORY, { id }, { token: 'admin' });
    expect(full.body.data.account.history.nodes[1].changes[0]).toEqual({
      field: 'email',
      before: 'person1@example.org',
      after: 'new@example.org',
      isMasked: false,
    });
    const other = await test.send(HISTORY, { id: accountId(2), after });
    expect(other.body.errors[0].extensions.code).toBe('cursor.invalid');
  });
});

describe('idempotency keys', () => {
  const keyed = (key: string): TestRequest => ({ headers: { 'idempotency-key': key } });

  it('replays the stored response byte for byte and repeats no effect', async () => {
    const suspend = operation('suspendAccount', 'SuspendAccountInput', 'id state version');
    const first = await send(suspend, { reason: 'once' }, keyed('k1'));
    const again = await send(suspend, { reason: 'once' }, keyed('k1'));
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(await audit()).toHaveLength(1);
    expect((await send(SUSPEND, { reason: 'once' }, { token: 'admin', ...keyed('k2') })).error.extensions.code).toBe(
      'record.conflict',
    );
  });

  it('refuses another body', async () => {
    await send(SUSPEND, { reason: 'once' }, keyed('k1'));
    const other = await send(SUSPEND, { reason: 'twice' }, keyed('k1'));
    expect(other.status).toBe(409);
    expect(other.error.extensions.code).toBe('idempotency.mismatch');
  });

  it('does not store a refusal, so that the corrected request may use the key', async () => {
    await send(UPDATE, { patch: { email: 'wrong' } }, keyed('k1'));
    expect((await send(UPDATE, { patch: { email: 'right@example.org' } }, keyed('k1'))).error).toBeUndefined();
  });

  it('returns 409 with Retry-After while the first request is running', async () => {
    const gates = await Gates.build(test.database, { change: 'before update on account' });
    await gates.close('change');
    const first = send(SUSPEND, { reason: 'once' }, keyed('k1'));
    await gates.reached('change');
    const second = await send(SUSPEND, { reason: 'once' }, keyed('k1'));
    expect(second.status).toBe(409);
    expect(second.headers['retry-after']).toBe('1');
    expect(second.error.extensions.code).toBe('idempotency.in-flight');
    await gates.open('change');
    await gates.end();
    expect((await first).error).toBeUndefined();
  });

  it('applies a form once that is sent ten times concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(SUSPEND, { reason: 'once' }, keyed('k1'))));
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1);
    expect(await audit()).toHaveLength(1);
  });
});
