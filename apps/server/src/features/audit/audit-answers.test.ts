import type { Role } from '@backcounter/domain';
import { describe, expect, it } from 'vitest';
import { SqlValues } from '../../listing/list-definition.ts';
import { NEVER } from '../../ports/identity.ts';
import { fileApp } from '../../testing/file-app.ts';
import { accountId } from '../../testing/test-accounts.ts';
import { changedValue } from './changed-field.ts';

const INSERT = `insert into staff_audit_event (occurred_at, actor_sub, request_id, action, entity_type, entity_id, outcome, reason, changes, personal_changes)
  select (e->>'at')::timestamptz, e->>'sub', e->>'request', coalesce(e->>'action', 'account.update'), e->>'kind', e->>'id', 'DONE',
    e->>'reason', coalesce(e->'changes', '{}'), e->'personal' from jsonb_array_elements($1::jsonb) as e`;

const test = await fileApp();
await test.database.ownerPool.query("select ensure_audit_partitions('2026-01-01', 3)");
const write = (...events: object[]) => test.database.pool.query(INSERT, [JSON.stringify(events)]);

describe('one line for the events of an act', () => {
  const person = 'one-line';
  const job = (action: string, count: number, at: string) =>
    Array.from({ length: count }, (_, index) => ({
      at,
      sub: person,
      request: 'job-of-lines',
      action,
      kind: 'account',
      id: accountId((index % 5) + 1),
    }));
  const LINES = `query Lines($filter: AuditFilter, $search: String, $after: String) {
    auditEvents(first: 2, filter: $filter, search: $search, after: $after) {
      nodes { id action events } count { kind value } pageInfo { hasNextPage endCursor }
    }
  }`;
  const lines = async (variables: Record<string, unknown>) => (await test.send(LINES, variables)).body.data.auditEvents;

  it('counts its events, pages across them, and unfolds by its request', async () => {
    await write({ at: '2026-02-20T08:00:00Z', sub: person, action: 'store.update' });
    await test.database.ownerPool.query(`insert into staff_user (sub, display_name) values ('${person}', 'One');
      insert into job (kind, params, requested_by, requested_roles, request_id) values ('account.suspend', '{}', '${person}', '{}', 'job-of-lines')`);
    await write(...job('account.suspend', 2, '2026-02-20T09:00:00Z'));
    await write({ at: '2026-02-20T09:00:01Z', sub: person, action: 'area.update' });
    // Another batch, in another transaction.
    await write(
      ...job('account.suspend', 5, '2026-02-20T09:00:02Z'),
      ...job('account.update', 3, '2026-02-20T09:00:03Z'),
    );
    await write({ at: '2026-02-20T10:00:00Z', sub: person, request: 'another', action: 'account.suspend' });
    const filter = { person: { in: [person] }, isFurther: false };
    const first = await lines({ filter });
    expect(first).toMatchObject({
      nodes: [
        { action: 'account.suspend', events: 1 },
        { action: 'account.update', events: 3 },
      ],
      count: { kind: 'EXACT', value: 5 },
      pageInfo: { hasNextPage: true },
    });
    const second = await lines({ filter, after: first.pageInfo.endCursor });
    expect(second.nodes).toMatchObject([
      { action: 'area.update', events: 1 },
      { action: 'account.suspend', events: 7 },
    ]);
    const last = await lines({ filter, after: second.pageInfo.endCursor });
    expect(last).toMatchObject({ nodes: [{ action: 'store.update', events: 1 }], pageInfo: { hasNextPage: false } });
    const all = await lines({ search: 'job-of-lines', filter: { action: { in: ['account.suspend'] } } });
    expect(all.count.value).toBe(7);
  });

  it('reads lines and counts by indexes alone', async () => {
    await test.database.ownerPool.query(`insert into staff_audit_event (occurred_at, actor_sub, request_id, action, outcome)
      select '2026-02-03', 'plans', 'r' || i % 100, 'area.update', 'DONE' from generate_series(1, 3000) i; analyze staff_audit_event`);
    const plan = async (sql: string) => {
      const client = await test.database.ownerPool.connect();
      try {
        await client.query('begin; set local enable_seqscan = off');
        return JSON.stringify((await client.query(`explain (format json) ${sql}`)).rows);
      } finally {
        await client.query('rollback');
        client.release();
      }
    };
    const page = await plan(
      'select e.id from staff_audit_event e where not (e.is_further) order by e.occurred_at desc, e.id desc limit 51',
    );
    expect(page).toMatch(/"Index Name":"staff_audit_event_2026_02_occurred_at_id_idx/);
    expect(page).not.toContain('"Node Type":"Sort"');
    const count =
      await plan(`select count(*) from staff_audit_event s where s.request_id = 'r7' and s.action = 'area.update'
      and s.outcome = 'DONE' and s.is_further and s.occurred_at between '2026-02-01' and '2026-02-08'`);
    expect(count).toContain('"Index Only Scan"');
    expect(count).not.toContain('Seq Scan');
  });
});

describe('events that changed a field', () => {
  const person = 'changed-field';
  const found = async (filter: object) => {
    const query = 'query F($filter: AuditFilter) { auditEvents(filter: $filter) { nodes { reason } } }';
    const { data, errors } = (await test.send(query, { filter: { person: { in: [person] }, ...filter } })).body;
    return errors ? errors[0].extensions : data.auditEvents.nodes.map(({ reason }: { reason: string }) => reason);
  };
  const since = { occurred: { from: '2026-02-21T00:00:00Z' } };
  const country = { field: { in: ['account.countryCode'] } };

  it('are found by the field and its values before and after', async () => {
    const at = '2026-02-21T08:00:00Z';
    const of = (kind: string, reason: string) => ({ at, sub: person, kind, id: accountId(1), reason });
    await write(
      { ...of('account', 'moved'), changes: { countryCode: ['DE', 'PT'] } },
      { ...of('account', 'back'), changes: { countryCode: ['PT', 'DE'], locale: ['pt-PT', 'de-DE'] } },
      { ...of('account', 'mail'), personal: { email: ['a@x.test', 'b@x.test'] } },
      { ...of('store', 'store'), changes: { countryCode: ['DE', 'PT'] } },
      { ...of('account', 'old'), at: '2026-02-20T08:00:00Z', changes: { countryCode: ['DE', 'FR'] } },
    );
    expect(await found({ ...country, ...since })).toEqual(['back', 'moved']);
    expect(await found({ ...country, record: { in: [accountId(1)] } })).toEqual(['back', 'moved', 'old']);
    expect(await found({ ...country, ...since, was: { in: ['DE'] } })).toEqual(['moved']);
    expect(await found({ ...country, ...since, became: { notIn: ['PT'] } })).toEqual(['back']);
    expect(await found({ field: { in: ['account.locale', 'account.email'] }, ...since })).toEqual(['mail', 'back']);
    expect(await found({ field: { notIn: ['account.email'] }, ...since })).toEqual(['store', 'back', 'moved']);
    expect(await found({ field: { in: ['account.email'] }, became: { in: ['b@x.test'] }, ...since })).toEqual(['mail']);
  });

  it.each([
    ['a field without a time', country],
    ['a field before a time', { ...country, occurred: { to: '2026-02-21T00:00:00Z' } }],
    ['a field without a kind', { field: { in: ['countryCode'] }, ...since }],
    ['a value without a field', { became: { in: ['PT'] }, ...since }],
    [
      'a value of two fields',
      { field: { in: ['account.locale', 'account.countryCode'] }, became: { in: ['PT'] }, ...since },
    ],
  ])('are not found by %s', async (_name, filter) => {
    expect(await found(filter)).toMatchObject({ code: 'filter.invalid' });
  });

  it('are found by hidden values only for people who may see them', () => {
    const condition = (roles: readonly Role[]) =>
      changedValue(1)(['a@x.test'], new SqlValues(), {
        filter: { field: { in: ['account.email'] } },
        caller: { kind: 'staff', sub: 's', name: 's', email: null, roles, expiresAt: NEVER },
      });
    expect(condition(['ADMIN'])).toContain('any($2::text[])');
    expect(() => condition([])).toThrow(expect.objectContaining({ code: 'access.denied' }));
  });
});
