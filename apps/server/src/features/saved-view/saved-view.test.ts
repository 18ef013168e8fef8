import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { fileApp } from '../../testing/file-app.ts';
import type { TestAnswer, TestRequest } from '../../testing/test-app.ts';

const FIELDS = 'id list scope name state arrangement isDefault isTeamDefault mayChange version updatedBy { sub name }';
const CREATE = `mutation M($input: CreateSavedViewInput!) { createSavedView(input: $input) { savedView { ${FIELDS} } } }`;
const UPDATE = `mutation M($input: UpdateSavedViewInput!) { updateSavedView(input: $input) { savedView { ${FIELDS} } } }`;
const ARCHIVE = `mutation M($input: ArchiveSavedViewInput!) { archiveSavedView(input: $input) { savedView { ${FIELDS} } } }`;
const MOVE = `mutation M($input: MoveSavedViewInput!) { moveSavedView(input: $input) { savedViews { ${FIELDS} } } }`;
const TEAM_DEFAULT = `mutation M($input: SetTeamDefaultSavedViewInput!) { setTeamDefaultSavedView(input: $input) { savedViews { ${FIELDS} } } }`;
const DEFAULT = `mutation M($input: SetDefaultSavedViewInput!) { setDefaultSavedView(input: $input) { savedViews { ${FIELDS} } } }`;
const VIEWS = `{ savedViews(list: ACCOUNTS) { ${FIELDS} } }`;
const STATE = {
  search: '',
  filters: { state: 'SUSPENDED' },
  sort: '-created',
  columns: ['name', 'state'],
  widths: { name: 240 },
  density: 'compact',
  size: 50,
};
const NOBODY = '00000000-0000-8000-a000-000000000000';

const manyFilters = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, 'x']));

const test = await fileApp();
beforeEach(async () => {
  await test.database.ownerPool.query(
    'truncate saved_view, saved_view_default, saved_view_team_default, staff_preference, idempotency_key, staff_audit_event',
  );
});

async function send(query: string, input: Record<string, unknown>, request?: TestRequest) {
  const { body } = await test.send(query, { input }, request);
  const payload = Object.values<TestAnswer['body']>(body.data ?? {})[0];
  return { data: (payload && Object.values(payload)[0]) as TestAnswer['body'], error: body.errors?.[0]?.extensions };
}
const create = async (name: string, more: Record<string, unknown> = {}, token = 'admin') => {
  const answer = await send(CREATE, { list: 'ACCOUNTS', scope: 'PERSONAL', name, state: STATE, ...more }, { token });
  return { ...answer, id: answer.data?.id as string };
};
const views = async (token = 'admin') =>
  (await test.send(VIEWS, {}, { token })).body.data.savedViews as Record<string, unknown>[];
const names = async (token = 'admin') => (await views(token)).map(({ name }) => name);
const audit = async (outcome = 'DONE') =>
  (await test.database.pool.query('select * from staff_audit_event where outcome = $1 order by id', [outcome])).rows;

describe('a personal view', () => {
  it('is stored as sent, and its audit event omits the search text', async () => {
    const { data } = await create('  Late payers ', { state: { ...STATE, search: 'ann@example.org' } });
    expect(data).toMatchObject({
      list: 'ACCOUNTS',
      scope: 'PERSONAL',
      name: 'Late payers',
      state: { ...STATE, search: 'ann@example.org' },
      arrangement: null,
      isDefault: false,
      isTeamDefault: false,
      mayChange: true,
      version: 1,
      updatedBy: { sub: 'staff-admin', name: 'Test admin' },
    });
    expect(await views()).toEqual([data]);
    const [row] = await audit();
    expect(row).toMatchObject({ action: 'saved-view.create', entity_type: 'saved-view', entity_id: data.id });
    expect(row.changes).toMatchObject({ hasSearch: [false, true] });
    expect(row.personal_changes).toEqual({ name: [null, 'Late payers'] });
    expect(JSON.stringify(row)).not.toContain('ann@');
  });

  it("is invisible to all others, who can't change, move, choose or archive it [ux 12] [views 1]", async () => {
    const { id } = await create('Mine', {}, 'marketing');
    expect(await names('admin')).toEqual([]);
    const others = [
      send(UPDATE, { id, expectedVersion: 1, patch: { name: 'Yours' } }),
      send(ARCHIVE, { id, expectedVersion: 1 }),
      send(MOVE, { id, before: null }),
      send(DEFAULT, { list: 'ACCOUNTS', id }),
    ];
    for (const { error } of await Promise.all(others)) expect(error.code).toBe('record.not-found');
    expect(await names('marketing')).toEqual(['Mine']);
  });

  it('has a unique name per person, ignoring case; others may use the same name', async () => {
    await create('Mine');
    expect((await create('MINE')).error.details.fields).toEqual({ name: [{ rule: 'taken' }] });
    expect((await create('Mine', {}, 'marketing')).error).toBeUndefined();
    expect((await create('Mine', { scope: 'TEAM' })).error).toBeUndefined();
  });

  it('frees its name when it is archived', async () => {
    const { id } = await create('Mine');
    expect((await send(ARCHIVE, { id, expectedVersion: 1 })).data.name).toBe('Mine');
    expect(await names()).toEqual([]);
    expect((await create('Mine')).error).toBeUndefined();
    expect((await send(ARCHIVE, { id, expectedVersion: 2 })).error.code).toBe('record.not-found');
  });

  it('is one of fifty at most, also under concurrent requests', async () => {
    await test.database.ownerPool.query(
      `insert into saved_view (list_name, owner_sub, name, state, position)
       select 'ACCOUNTS', 'staff-admin', 'View ' || n, $1, n from generate_series(1, 48) n`,
      [STATE],
    );
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => create(name)));
    expect(answers.filter(({ error }) => !error)).toHaveLength(2);
    const refused = answers.find(({ error }) => error);
    expect(refused?.error.details.fields).toEqual({ name: [{ rule: 'too-many', params: { max: 50 } }] });
    expect((await create('Team', { scope: 'TEAM' })).error).toBeUndefined();
  });

  it('is created once if the answer is lost and the request is repeated', async () => {
    const request = { headers: { 'idempotency-key': 'twice' } };
    const input = { list: 'ACCOUNTS', scope: 'PERSONAL', name: 'Once', state: STATE };
    const [first, second] = [await send(CREATE, input, request), await send(CREATE, input, request)];
    expect(second).toEqual(first);
    expect(await names()).toEqual(['Once']);
  });
});

describe('a view of the team', () => {
  it('is visible to all who may read the list; only ADMIN creates and changes it [views 1]', async () => {
    const { id, data } = await create('Suspended', { scope: 'TEAM' });
    expect(data).toMatchObject({ scope: 'TEAM', mayChange: true });
    expect(await views('marketing')).toEqual([{ ...data, mayChange: false }]);
    const denied = { code: 'access.denied', details: { permission: 'saved-view.edit-team' } };
    const marketing = { token: 'marketing' };
    expect((await create('Ours', { scope: 'TEAM' }, 'marketing')).error).toEqual(denied);
    expect((await send(UPDATE, { id, expectedVersion: 1, patch: { name: 'X' } }, marketing)).error).toEqual(denied);
    expect((await send(ARCHIVE, { id, expectedVersion: 1 }, marketing)).error).toEqual(denied);
    expect((await send(MOVE, { id, before: null }, marketing)).error).toEqual(denied);
    expect((await audit('DENIED')).length).toBe(4);
  });

  it('is not found by roles that may not read its list', async () => {
    const { id } = await create('Suspended', { scope: 'TEAM' });
    for (const token of ['campaign-viewer', 'campaign-manager', 'campaign-streamer', 'nobody', 'machine']) {
      const answer = await test.send(VIEWS, {}, { token });
      expect(answer.body.errors[0].extensions.code).toBe('access.denied');
      const chosen = await send(DEFAULT, { list: 'ACCOUNTS', id }, { token });
      expect(chosen.error.code).toBe('access.denied');
      const changed = await send(UPDATE, { id, expectedVersion: 1, patch: { name: 'X' } }, { token });
      expect(changed.error.code).toMatch(/^(access\.denied|record\.not-found)$/);
    }
  });

  it('shows both sides of a conflict, and one of two concurrent editors wins', async () => {
    const { id } = await create('Suspended', { scope: 'TEAM' });
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((name) => send(UPDATE, { id, expectedVersion: 1, patch: { name } })),
    );
    const lost = answers.filter(({ error }) => error);
    expect(lost).toHaveLength(2);
    const [view] = await views();
    for (const { error } of lost) {
      expect(error.code).toBe('record.conflict');
      expect(error.details.current).toMatchObject({
        name: view?.['name'],
        state: STATE,
        version: 2,
        updatedBy: { sub: 'staff-admin', name: 'Test admin' },
      });
    }
  });
});

describe('changing a view', () => {
  it('writes only the differences', async () => {
    const { id } = await create('Mine');
    const same = await send(UPDATE, {
      id,
      expectedVersion: 1,
      patch: { name: 'Mine', state: { ...STATE, widths: { name: 240 } } },
    });
    expect(same.data.version).toBe(1);
    const state = { ...STATE, filters: { state: 'CLOSED', country: 'DE.FR' } };
    const { data } = await send(UPDATE, { id, expectedVersion: 1, patch: { state } });
    expect(data).toMatchObject({ name: 'Mine', state, version: 2 });
    const rows = await audit();
    expect(rows.map(({ action }) => action)).toEqual(['saved-view.create', 'saved-view.update']);
    expect(rows[1].changes).toEqual({ filters: [STATE.filters, state.filters] });
  });

  it.each([
    ['an empty name', { name: '' }, 'name', 'required'],
    ['a name of spaces', { name: '   ' }, 'name', 'required'],
    ['a long name', { name: 'x'.repeat(61) }, 'name', 'too-long'],
    ['a name of two lines', { name: 'two\nlines' }, 'name', 'invalid'],
    ['text for a state', { state: 'text' }, 'state', 'invalid'],
    ['a list for a state', { state: [] }, 'state', 'invalid'],
    ['a part that no view has', { state: { ...STATE, more: 1 } }, 'state', 'invalid'],
    ['a page size that is not offered', { state: { ...STATE, size: 51 } }, 'state.size', 'invalid'],
    ['an unknown density', { state: { ...STATE, density: 'huge' } }, 'state.density', 'invalid'],
    ['a long search', { state: { ...STATE, search: 'x'.repeat(201) } }, 'state.search', 'invalid'],
    [
      'a filter with no key',
      { state: { ...STATE, filters: { 'not a key': 'x' } } },
      'state.filters.not a key',
      'invalid',
    ],
    ['a filter that is no text', { state: { ...STATE, filters: { state: 7 } } }, 'state.filters.state', 'invalid'],
    ['31 filters', { state: { ...STATE, filters: manyFilters(31) } }, 'state.filters', 'too-many'],
    ['9 kB', { state: { ...STATE, filters: { a: 'x'.repeat(4500), b: 'y'.repeat(4500) } } }, 'state', 'too-long'],
    ['an order of hostile words', { state: { ...STATE, sort: 'created; drop table' } }, 'state.sort', 'invalid'],
    ['no columns', { state: { ...STATE, columns: [] } }, 'state.columns', 'invalid'],
    ['a huge width', { state: { ...STATE, widths: { name: 1e9 } } }, 'state.widths.name', 'invalid'],
  ])('refuses %s', async (_what, input, path, rule) => {
    const { error } = await create('Fine', input);
    expect(error.code).toBe('field.invalid');
    expect(error.details.fields).toEqual({ [path]: [expect.objectContaining({ rule })] });
    expect(await views()).toEqual([]);
  });

  it.each([
    ['NUL in a name', { name: 'nul\u0000' }],
    ['half a character in a name', { name: 'half \ud800 pair' }],
    ['NUL in a search', { state: { ...STATE, search: 'nul\u0000' } }],
    ['__proto__', { state: { ...STATE, filters: JSON.parse('{"__proto__": "x"}') } }],
    ['no state', { state: null }],
  ])('turns %s away at the door', async (_what, input) => {
    const { error } = await create('Fine', input);
    expect(error.code).toBe('request.malformed');
    expect(await views()).toEqual([]);
  });

  it('reports invalid JSON as an invalid field, never as an unexpected error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 80 }), fc.json(), async (name, json) => {
        const { error } = await create(name, { state: JSON.parse(json) });
        expect(['field.invalid', 'request.malformed']).toContain(error?.code);
      }),
      { numRuns: 60 },
    );
  });

  it.each(['', 'x', NOBODY, "'; drop table saved_view; --"])('does not find the id %j', async (id) => {
    expect((await send(UPDATE, { id, expectedVersion: 1, patch: { name: 'X' } })).error.code).toBe('record.not-found');
  });
});

describe('the order of views', () => {
  it('is a person’s own views, then the team’s, each as arranged', async () => {
    await create('Team', { scope: 'TEAM' });
    const a = await create('A');
    const b = await create('B');
    const c = await create('C');
    const moved = await send(MOVE, { id: c.id, before: a.id });
    expect(moved.data.map(({ name }: { name: string }) => name)).toEqual(['C', 'A', 'B', 'Team']);
    await send(MOVE, { id: c.id, before: null });
    expect(await names()).toEqual(['A', 'B', 'C', 'Team']);
    expect((await send(MOVE, { id: b.id, before: b.id })).error.details.fields).toEqual({
      before: [{ rule: 'unknown' }],
    });
    const rows = (await audit()).filter(({ action }) => action === 'saved-view.move');
    expect(rows.map(({ changes }) => changes.position)).toEqual([
      [3, 1],
      [1, 3],
    ]);
  });

  it('is consistent after many concurrent moves', async () => {
    const ids: string[] = [];
    for (const name of ['A', 'B', 'C', 'D', 'E']) ids.push((await create(name)).id);
    const answers = await Promise.all(ids.map((id, at) => send(MOVE, { id, before: ids[(at + 2) % ids.length] })));
    expect(answers.filter(({ error }) => error)).toEqual([]);
    expect((await names()).toSorted()).toEqual(['A', 'B', 'C', 'D', 'E']);
    const { rows } = await test.database.pool.query('select position from saved_view order by position');
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('the view that a list opens with', () => {
  it('is each person’s own choice, from their views and the team’s', async () => {
    const team = await create('Team', { scope: 'TEAM' });
    const mine = await create('Mine');
    const chosen = async (token?: string) =>
      (await views(token)).filter(({ isDefault }) => isDefault).map(({ name }) => name);
    await send(DEFAULT, { list: 'ACCOUNTS', id: mine.id });
    await send(DEFAULT, { list: 'ACCOUNTS', id: team.id }, { token: 'marketing' });
    expect(await chosen()).toEqual(['Mine']);
    expect(await chosen('marketing')).toEqual(['Team']);
    await send(DEFAULT, { list: 'ACCOUNTS', id: team.id });
    expect(await chosen()).toEqual(['Team']);
    await send(ARCHIVE, { id: team.id, expectedVersion: 1 });
    expect(await chosen('marketing')).toEqual([]);
    await send(DEFAULT, { list: 'ACCOUNTS', id: mine.id });
    await send(DEFAULT, { list: 'ACCOUNTS', id: null });
    expect(await chosen()).toEqual([]);
  });
});

describe('the default view of the team', () => {
  const chosen = async (token?: string) =>
    (await views(token)).filter(({ isDefault }) => isDefault).map(({ name }) => name);

  it('is set by staff who edit the team’s views, and a personal choice overrides it [views 4]', async () => {
    const [first, second] = [await create('First', { scope: 'TEAM' }), await create('Second', { scope: 'TEAM' })];
    const refused = await send(TEAM_DEFAULT, { list: 'ACCOUNTS', id: first.id }, { token: 'marketing' });
    expect(refused.error?.code).toBe('access.denied');
    await send(TEAM_DEFAULT, { list: 'ACCOUNTS', id: first.id });
    expect([await chosen(), await chosen('marketing')]).toEqual([['First'], ['First']]);
    // Chooses the list without a view.
    await send(DEFAULT, { list: 'ACCOUNTS', id: null }, { token: 'marketing' });
    expect([await chosen(), await chosen('marketing')]).toEqual([['First'], []]);
    await send(DEFAULT, { list: 'ACCOUNTS', id: second.id }, { token: 'marketing' });
    expect(await chosen('marketing')).toEqual(['Second']);
    // Choosing the team's default follows the team's later changes.
    await send(DEFAULT, { list: 'ACCOUNTS', id: first.id }, { token: 'marketing' });
    await send(TEAM_DEFAULT, { list: 'ACCOUNTS', id: second.id });
    expect([await chosen(), await chosen('marketing')]).toEqual([['Second'], ['Second']]);
    expect((await views()).map(({ isTeamDefault }) => isTeamDefault)).toEqual([false, true]);
  });

  it('is a view of the team, is audited once, and ends with the view', async () => {
    const mine = await create('Mine');
    const refused = await send(TEAM_DEFAULT, { list: 'ACCOUNTS', id: mine.id });
    expect(refused.error.details.fields).toEqual({ id: [{ rule: 'unknown' }] });
    const team = await create('Team', { scope: 'TEAM' });
    await send(TEAM_DEFAULT, { list: 'ACCOUNTS', id: team.id });
    await send(TEAM_DEFAULT, { list: 'ACCOUNTS', id: team.id });
    const { rows } = await test.database.pool.query(
      "select entity_id, changes from staff_audit_event where action = 'saved-view.set-team-default'",
    );
    expect(rows).toEqual([{ entity_id: team.id, changes: { isTeamDefault: [false, true] } }]);
    await send(ARCHIVE, { id: team.id, expectedVersion: 1 });
    expect(await chosen('marketing')).toEqual([]);
    expect((await test.database.pool.query('select from saved_view_team_default')).rows).toEqual([]);
  });
});

describe('a personal arrangement of a view', () => {
  it('is returned with the view to its owner only, and is deleted with it', async () => {
    const { id } = await create('Team', { scope: 'TEAM' });
    const value = { columns: ['name'], density: 'compact' };
    const set = 'mutation M($input: SetPreferenceInput!) { setPreference(input: $input) { preference { key } } }';
    await send(set, { key: `view.${id}`, value });
    expect((await views())[0]?.['arrangement']).toEqual(value);
    expect((await views('marketing'))[0]?.['arrangement']).toBeNull();
    await send(ARCHIVE, { id, expectedVersion: 1 });
    expect((await test.database.pool.query('select from staff_preference')).rows).toEqual([]);
  });
});
