import { describe, expect, it } from 'vitest';
import { fileApp } from '../../testing/file-app.ts';
import { AREAS, accountId, insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';

const LIST = `query Audit($first: Int, $after: String, $last: Int, $before: String, $filter: AuditFilter, $search: String, $startAt: ListStart) {
  auditEvents(first: $first, after: $after, last: $last, before: $before, filter: $filter, search: $search, startAt: $startAt) {
    nodes {
      id occurredAt action outcome reason requestId address actorRoles
      actor { sub name } record { kind id name } changes { field before after isMasked }
    }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    count { kind value }
    matchedBy
  }
}`;
const INSERT = `insert into staff_audit_event (occurred_at, actor_sub, actor_roles, request_id, ip, action, entity_type, entity_id, outcome, reason, changes, personal_changes)
  select coalesce((e->>'at')::timestamptz, now()), coalesce(e->>'sub', 'staff-1'), array['ADMIN'], e->>'request', (e->>'ip')::inet,
    coalesce(e->>'action', 'account.update'), e->>'kind', e->>'id', coalesce(e->>'outcome', 'DONE')::audit_outcome, e->>'reason',
    coalesce(e->'changes', '{}'), e->'personal' from jsonb_array_elements($1::jsonb) as e`;

interface EventSeed {
  readonly at?: string;
  readonly sub?: string;
  readonly request?: string;
  readonly ip?: string;
  readonly action?: string;
  readonly kind?: string;
  readonly id?: string;
  readonly outcome?: string;
  readonly reason?: string;
  readonly changes?: object;
  readonly personal?: object;
}

const write = (...events: EventSeed[]) => test.database.pool.query(INSERT, [JSON.stringify(events)]);
const list = async (variables: Record<string, unknown> = {}, token = 'admin') =>
  (await test.send(LIST, variables, { token })).body;
const ids = (body: { data: { auditEvents: { nodes: { id: string }[] } } }) =>
  body.data.auditEvents.nodes.map(({ id }) => id);

const test = await fileApp();
await insertReferenceData(test.database.ownerPool);
await insertAccounts(test.database.ownerPool, 5);
await test.database.ownerPool.query("select ensure_audit_partitions('2026-01-01', 3)");

describe('the audit trail', () => {
  it('shows actor, action, record, origin, reason and roles [audit 1]', async () => {
    const person = 'who-and-what';
    await test.database.pool.query("insert into staff_user (sub, display_name) values ($1, 'Marta Lindqvist')", [
      person,
    ]);
    await write({
      at: '2026-02-10T10:00:00Z',
      sub: person,
      request: 'request-1',
      ip: '203.0.113.7',
      kind: 'account',
      id: accountId(1),
      reason: 'asked for it',
      changes: { locale: ['de-DE', 'en-US'] },
      personal: { email: ['a@x.test', 'b@x.test'] },
    });
    const { nodes, count } = (await list({ filter: { person: { in: [person] } } })).data.auditEvents;
    const account = (await test.send(`{ account(id: "${accountId(1)}") { displayName number } }`)).body.data.account;
    expect(nodes).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        occurredAt: '2026-02-10T10:00:00.000Z',
        action: 'account.update',
        outcome: 'DONE',
        reason: 'asked for it',
        requestId: 'request-1',
        address: '203.0.113.7',
        actorRoles: ['ADMIN'],
        actor: { sub: person, name: 'Marta Lindqvist' },
        record: { kind: 'account', id: accountId(1), name: account.displayName ?? String(account.number) },
        changes: [
          { field: 'email', before: 'a@x.test', after: 'b@x.test', isMasked: false },
          { field: 'locale', before: 'de-DE', after: 'en-US', isMasked: false },
        ],
      },
    ]);
    expect(count).toEqual({ kind: 'EXACT', value: 1 });
    const one = await test.send(
      'query One($id: ID!, $at: DateTime!) { auditEvent(id: $id, occurredAt: $at) { id requestId record { name } } }',
      { id: nodes[0].id, at: nodes[0].occurredAt },
    );
    expect(one.body.data.auditEvent).toEqual({
      id: nodes[0].id,
      requestId: 'request-1',
      record: { name: nodes[0].record.name },
    });
  });

  it.each(['marketing', 'campaign-manager', 'campaign-viewer', 'campaign-streamer', 'nobody', 'machine'])(
    'is refused to %s, with any arguments, and the refusal is in the trail [audit 5]',
    async (token) => {
      const body = await list({ search: accountId(1) }, token);
      expect(body.errors[0].extensions).toEqual({ code: 'access.denied', details: { permission: 'audit.read' } });
      const sub = token === 'machine' ? 'demo-pos' : `staff-${token}`;
      const { nodes } = (await list({ filter: { person: { in: [sub] }, action: { in: ['audit.read'] } } })).data
        .auditEvents;
      expect(nodes[0]).toMatchObject({ outcome: 'DENIED', record: null, actor: { sub } });
    },
  );

  it('returns each event once while others arrive, across two partitions and within one instant [audit 2]', async () => {
    const person = 'pager';
    const at = (ms: number) => new Date(Date.parse('2026-02-01T00:00:00.000Z') + ms).toISOString();
    // Three events per instant, from one month into the next.
    await write(
      ...Array.from({ length: 60 }, (_, index) => ({ at: at((Math.floor(index / 3) - 10) * 1000), sub: person })),
    );
    const filter = { person: { in: [person] } };
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const body = await list({ first: 7, after, filter });
      seen.push(...ids(body));
      after = body.data.auditEvents.pageInfo.hasNextPage ? body.data.auditEvents.pageInfo.endCursor : null;
      await write({ at: at(3_600_000), sub: person });
    } while (after !== null);
    expect(seen).toHaveLength(60);
    expect(new Set(seen).size).toBe(60);
    const tables = await test.database.pool.query(
      'select distinct tableoid::regclass::text as name from staff_audit_event where actor_sub = $1 order by name',
      [person],
    );
    expect(tables.rows.map(({ name }) => name)).toEqual(['staff_audit_event_2026_01', 'staff_audit_event_2026_02']);
    // Paging backwards from the end returns the same rows in the same order.
    const last = await list({ last: 7, filter });
    expect(ids(last)).toEqual(seen.slice(-7));
    const back = await list({ last: 60, before: last.data.auditEvents.pageInfo.startCursor, filter });
    expect(ids(back).slice(-53)).toEqual(seen.slice(0, 53));
  });

  it('a page in the middle reads no newer partition', async () => {
    const { endCursor } = (await list({ first: 1, startAt: { date: '2026-02-01T00:00:00Z' } })).data.auditEvents
      .pageInfo;
    const { rows } = await test.database.ownerPool.query<{ 'QUERY PLAN': unknown }>(
      `explain (format json) select e.id from staff_audit_event e
       where e.occurred_at <= '2026-01-31T00:00:00Z'::timestamptz and (e.occurred_at, e.id) < ('2026-01-31T00:00:00Z'::timestamptz, 5)
       order by e.occurred_at desc, e.id desc limit 51`,
    );
    expect(endCursor).not.toBeNull();
    const plan = JSON.stringify(rows[0]);
    expect(plan).toContain('staff_audit_event_2026_01');
    expect(plan).not.toContain('staff_audit_event_2026_02');
  });

  it('is narrowed by person, action, kind, record, outcome and time [audit 6]', async () => {
    await write(
      { at: '2026-01-05T08:00:00Z', sub: 'f-1', action: 'country.update', kind: 'country', id: 'PT' },
      {
        at: '2026-01-06T08:00:00Z',
        sub: 'f-1',
        action: 'account.close',
        kind: 'account',
        id: 'f-a',
        outcome: 'FAILED',
      },
      { at: '2026-01-07T08:00:00Z', sub: 'f-2', action: 'session.sign-in', outcome: 'DENIED', reason: 'throttled' },
    );
    const actions = async (filter: object) =>
      (await list({ filter: { person: { in: ['f-1', 'f-2'] }, ...filter } })).data.auditEvents.nodes.map(
        (node: { action: string }) => node.action,
      );
    expect(await actions({})).toEqual(['session.sign-in', 'account.close', 'country.update']);
    expect(await actions({ person: { in: ['f-1'] } })).toEqual(['account.close', 'country.update']);
    expect(await actions({ action: { notIn: ['account.close'] } })).toEqual(['session.sign-in', 'country.update']);
    expect(await actions({ kind: { in: ['country'] } })).toEqual(['country.update']);
    expect(await actions({ kind: { notIn: ['country'] } })).toEqual(['session.sign-in', 'account.close']);
    expect(await actions({ record: { in: ['f-a'] } })).toEqual(['account.close']);
    expect(await actions({ outcome: { in: ['DENIED', 'FAILED'] } })).toEqual(['session.sign-in', 'account.close']);
    expect(await actions({ occurred: { from: '2026-01-06T08:00:00Z', to: '2026-01-07T08:00:00Z' } })).toEqual([
      'account.close',
    ]);
  });

  it('is searched by record id, account number and request id', async () => {
    const reference = '5f0c4a6e-8a51-4c1c-9a0f-0d6a6a3f2b11';
    await write({ kind: 'account', id: accountId(4), request: reference }, { kind: 'country', id: 'ZW', request: 'r' });
    const found = async (search: string) => {
      const { nodes, matchedBy } = (await list({ search })).data.auditEvents;
      return [matchedBy, nodes.map(({ record }: { record: { id: string } }) => record.id)];
    };
    const { number } = (await test.send(`{ account(id: "${accountId(4)}") { number } }`)).body.data.account;
    expect(await found(accountId(4))).toEqual(['RECORD', [accountId(4)]]);
    expect(await found(reference)).toEqual(['REFERENCE', [accountId(4)]]);
    expect(await found(` #${number} `)).toEqual(['NUMBER', [accountId(4)]]);
    expect(await found('ZW')).toEqual(['RECORD', ['ZW']]);
    expect(await found('account')).toEqual(['NONE', []]);
  });

  it.each([
    ['a quote', { record: { in: ["x' or '1'='1"] } }, null],
    ['a pattern', { person: { in: ['%'] } }, null],
    ['an action with a space', { action: { in: ['account update'] } }, 'filter.invalid'],
    ['an empty person', { person: { in: [''] } }, 'filter.invalid'],
    ['a person that is too long', { person: { in: ['x'.repeat(256)] } }, 'filter.invalid'],
    ['a NUL', { record: { in: ['a\u0000b'] } }, 'request.malformed'],
    ['too many people', { person: { in: Array.from({ length: 101 }, (_, index) => `p${index}`) } }, 'filter.invalid'],
    ['an unknown outcome', { outcome: { in: ['DONE; drop table account'] } }, 'request.malformed'],
    ['no days', { occurred: { withinDays: 0 } }, 'filter.invalid'],
  ])('answers a filter with %s without a failure', async (_name, filter, code) => {
    const answer = await test.send(LIST, { filter });
    if (code === null) expect(answer.body.data.auditEvents.nodes).toEqual([]);
    else expect(answer.body.errors[0].extensions.code).toBe(code);
    expect(answer.text).not.toMatch(/syntax|relation|staff_audit_event/);
  });

  it('returns null for an unknown event and for a malformed id', async () => {
    for (const id of ['1', '99999999999999999999', 'x', "1' or true--", '']) {
      const answer = await test.send(
        'query One($id: ID!) { auditEvent(id: $id, occurredAt: "1999-01-01T00:00:00Z") { id } }',
        { id },
      );
      expect(answer.body).toEqual({ data: { auditEvent: null } });
    }
  });

  it('names records of every kind that has names, in the requested language [audit 4]', async () => {
    const area = AREAS.bavaria;
    const key = (await test.send('{ configEntries(first: 1) { nodes { key } } }')).body.data.configEntries.nodes[0].key;
    const person = 'names-of-kinds';
    await write(
      { sub: person, kind: 'area', id: area, action: 'area.update', at: '2026-02-12T10:00:00Z' },
      { sub: person, kind: 'country', id: 'DE', action: 'country.update', at: '2026-02-12T09:00:00Z' },
      { sub: person, kind: 'config-entry', id: key, action: 'config-entry.update', at: '2026-02-12T08:00:00Z' },
      { sub: person, kind: 'topic', id: 'no id at all', action: 'topic.edit', at: '2026-02-12T07:00:00Z' },
      { sub: person, kind: 'job', id: accountId(1), action: 'job.start', at: '2026-02-12T06:00:00Z' },
    );
    const { body } = await test.send(
      'query N($filter: AuditFilter) { auditEvents(filter: $filter) { nodes { record { kind name(locale: "de-DE") } } } }',
      { filter: { person: { in: [person] } } },
    );
    expect(body.data.auditEvents.nodes.map(({ record }: { record: unknown }) => record)).toEqual([
      { kind: 'area', name: 'Bayern' },
      { kind: 'country', name: 'Deutschland' },
      { kind: 'config-entry', name: key },
      { kind: 'topic', name: null },
      { kind: 'job', name: null },
    ]);
  });

  it('lists the people and machine clients that have acted, by name', async () => {
    await test.send('{ auditEvents(first: 1) { nodes { id } } }', {}, { token: 'machine' });
    const { auditPeople } = (await test.send('{ auditPeople { sub name } }')).body.data;
    expect(auditPeople).toContainEqual({ sub: 'demo-pos', name: 'Demo point of sale' });
    const names = auditPeople.map(({ name }: { name: string }) => name);
    expect(names).toEqual([...names].sort((a: string, b: string) => a.localeCompare(b)));
  });
});

describe('values of hidden fields in the trail', () => {
  it('are masked by the permissions of the reader [audit 3]', async () => {
    await write({
      kind: 'account',
      id: accountId(2),
      changes: { locale: ['de-DE', 'en-US'] },
      personal: { email: [null, 'b@x.test'], phone: ['+49151', null], displayName: ['Ada', 'Eva'] },
      ip: '203.0.113.9',
    });
    const HISTORY = `{ account(id: "${accountId(2)}") { history(first: 1) { nodes { address changes { field before after isMasked } } } } }`;
    const seen = async (token: string) => (await test.send(HISTORY, {}, { token })).body.data.account.history.nodes[0];
    const masked = { before: null, after: null, isMasked: true };
    expect(await seen('marketing')).toEqual({
      address: null,
      changes: [
        { field: 'displayName', before: 'Ada', after: 'Eva', isMasked: false },
        { field: 'email', ...masked },
        { field: 'locale', before: 'de-DE', after: 'en-US', isMasked: false },
        { field: 'phone', ...masked },
      ],
    });
    expect(await seen('admin')).toMatchObject({
      address: '203.0.113.9',
      changes: [
        { field: 'displayName' },
        { field: 'email', before: null, after: 'b@x.test', isMasked: false },
        { field: 'locale' },
        { field: 'phone', before: '+49151', after: null, isMasked: false },
      ],
    });
  });
});
