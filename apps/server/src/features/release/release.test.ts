import { RELEASE_LIMITS } from '@backcounter/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { unreadReleases } from '../../embedded/releases/published-releases.ts';
import { fileApp } from '../../testing/file-app.ts';
import { type AnsweredRelease, change, releaseDesk } from './testing/release-kit.ts';

const admin = releaseDesk(() => test, 'admin');

const test = await fileApp();
beforeEach(() =>
  rowsOf(
    'alter table release disable trigger user; truncate release, release_visit cascade; alter table release enable trigger user',
  ),
);

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
const trailOf = ({ id }: AnsweredRelease) =>
  rowsOf(
    "select action, reason, changes from staff_audit_event where entity_type = 'release' and entity_id = $1 and outcome = 'DONE' order by id",
    [id],
  );
/** The lists of a release, as a form sends them. */
const listsOf = (release: AnsweredRelease) => structuredClone(release['changeLists']);
const titlesOf = (release: AnsweredRelease) =>
  release['changeLists'].map((list: { title: string; changes: { title: string }[] }) => [
    list.title,
    ...list.changes.map(({ title }) => title),
  ]);
const unread = async (sub: string) => (await unreadReleases(test.database.db, sub)).map(({ version }) => version);

describe('a draft', () => {
  it('is created with its lists; texts, order and lists of changes can be edited in one request', async () => {
    const made = await admin.made('1.0.0');
    expect(made).toMatchObject({
      number: '1.0.0',
      state: 'DRAFT',
      version: 1,
      publishedAt: null,
      openFields: ['number', 'date', 'changeLists', 'texts'],
      figures: { bugs: 1, features: 1, improvements: 0, readers: 0 },
    });
    const lists = listsOf(made);
    const [cards, views] = lists[0].changes;
    const moved = await admin.done(
      admin.update(made, {
        number: '1.1.0',
        changeLists: [
          { title: 'Lists', changes: [views, change('export', 'IMPROVEMENT')] },
          { ...lists[0], changes: [{ ...cards, description: 'Another text.' }] },
        ],
      }),
    );
    expect(moved).toMatchObject({ number: '1.1.0', version: 2, figures: { bugs: 1, features: 1, improvements: 1 } });
    expect(titlesOf(moved)).toEqual([
      ['Lists', 'saved views', 'export'],
      ['Accounts', 'cards'],
    ]);
    // Existing changes keep their id, also in another list.
    expect(moved['changeLists'][0].changes[0].id).toBe(views.id);
    expect(moved['changeLists'][1]).toMatchObject({
      id: lists[0].id,
      changes: [{ id: cards.id, description: 'Another text.' }],
    });
    const [, { action, changes }] = await trailOf(moved);
    expect(action).toBe('release.update');
    expect(Object.keys(changes).sort()).toEqual(['number', 'outline', `text.${cards.id}`].sort());
    expect(changes[`text.${cards.id}`]).toEqual(['What cards means.', 'Another text.']);
  });

  it('gets no new version and no audit event if nothing changes', async () => {
    const made = await admin.made('1.0.0');
    const same = await admin.done(
      admin.update(made, { number: '1.0.0', date: made['date'], changeLists: listsOf(made) }),
    );
    expect(same.version).toBe(1);
    expect(await trailOf(made)).toHaveLength(1);
  });

  it('treats entries with ids of another release as new', async () => {
    const other = await admin.made('1.0.0');
    const made = await admin.made('2.0.0');
    const stolen = await admin.done(admin.update(made, { changeLists: [...listsOf(made), ...listsOf(other)] }));
    expect(titlesOf(stolen)).toHaveLength(2);
    expect(stolen['changeLists'][1].id).not.toBe(other['changeLists'][0].id);
    expect(await admin.read(other)).toEqual(other);
  });

  it('treats an id that is sent twice as one existing and one new entry', async () => {
    const made = await admin.made('1.0.0');
    const [list] = listsOf(made);
    const twice = await admin.done(admin.update(made, { changeLists: [list, list] }));
    expect(titlesOf(twice)).toEqual([titlesOf(made)[0], titlesOf(made)[0]]);
    expect(new Set(twice['changeLists'].map(({ id }: { id: string }) => id)).size).toBe(2);
  });

  it('reports which rules are broken, by field', async () => {
    await admin.published('3.0.0');
    await admin.made('4.0.0');
    const list = (more: object) => ({
      changeLists: [{ title: 'A', changes: [change('a'), { ...change('b'), ...more }] }],
    });
    const cases: [string, object, string, string][] = [
      ['1.2', {}, 'number', 'semver'],
      ['4.0.0', {}, 'number', 'taken'],
      ['3.0.0+again', {}, 'number', 'not-greatest'],
      ['2.9.9', {}, 'number', 'not-greatest'],
      ['5.0.0', { date: '2100-01-01T00:00:00Z' }, 'date', 'date'],
      ['5.0.0', { changeLists: [{ title: ' ', changes: [] }] }, 'changeLists.0.title', 'required'],
      ['5.0.0', list({ title: '' }), 'changeLists.0.changes.1.title', 'required'],
      ['5.0.0', list({ title: 'x'.repeat(121) }), 'changeLists.0.changes.1.title', 'too-long'],
      ['5.0.0', list({ description: 'x'.repeat(4001) }), 'changeLists.0.changes.1.description', 'too-long'],
      ['5.0.0', list({ description: 'a\u0007b' }), 'changeLists.0.changes.1.description', 'characters'],
      [
        '5.0.0',
        { changeLists: Array(RELEASE_LIMITS.listsMax + 1).fill({ title: 'A', changes: [] }) },
        'changeLists',
        'too-many',
      ],
    ];
    for (const [number, more, field, rule] of cases) {
      const { code, details } = await admin.refusal(admin.create(number, more));
      expect([code, details.fields[field]?.[0].rule], `${number} ${JSON.stringify(more)}`).toEqual([
        'field.invalid',
        rule,
      ]);
    }
  });

  it('keeps its texts as typed, including markup', async () => {
    const title = `<img src=x onerror=alert(1)> "quoted" 'single' \\ {{x}} 👩‍👩‍👧 עברית`;
    const made = await admin.made('1.0.0', { changeLists: [{ title, changes: [change(title)] }] });
    expect(titlesOf(made)).toEqual([[title, title]]);
  });

  it('is changed by one of two concurrent editors; the other one gets a conflict with the current state', async () => {
    const made = await admin.made('1.0.0');
    const lists = (title: string) => ({ changeLists: [{ ...listsOf(made)[0], title }] });
    const answers = await Promise.all([admin.update(made, lists('First')), admin.update(made, lists('Second'))]);
    const won = answers.find(({ error }) => error === undefined)?.value;
    const lost = answers.find(({ error }) => error !== undefined)?.error;
    expect(lost?.code).toBe('record.conflict');
    expect(lost?.details.current).toMatchObject({
      version: 2,
      changeLists: won?.['changeLists'],
      updatedBy: { sub: 'staff-admin' },
    });
  });

  it('is discarded, and its audit events remain', async () => {
    const made = await admin.made('1.0.0');
    expect((await admin.discard(made)).value).toBe(made.id);
    expect(await rowsOf('select 1 from change')).toEqual([]);
    expect((await admin.refusal(admin.discard(made))).code).toBe('record.not-found');
    expect((await trailOf(made)).map(({ action }) => action)).toEqual(['release.create', 'release.discard']);
    const published = await admin.published('1.0.0');
    expect((await admin.refusal(admin.discard(published))).code).toBe('state.invalid-transition');
  });
});

describe('publication', () => {
  it('shows a release to everyone; withdrawal hides it until it is published again [releases 2]', async () => {
    const published = await admin.published('1.0.0');
    expect(published).toMatchObject({ state: 'PUBLISHED', publishedBy: { sub: 'staff-admin' }, openFields: ['texts'] });
    expect(await unread('reader')).toEqual(['1.0.0']);
    expect((await admin.refusal(admin.withdraw(published, ' '))).code).toBe('reason.required');
    const withdrawn = await admin.done(admin.withdraw(published, 'Wrong numbers'));
    expect(withdrawn).toMatchObject({ state: 'WITHDRAWN', stateReason: 'Wrong numbers' });
    expect(await unread('reader')).toEqual([]);
    const again = await admin.done(admin.publish(withdrawn));
    expect(again).toMatchObject({ state: 'PUBLISHED', stateReason: null, publishedAt: published['publishedAt'] });
    expect(await unread('reader')).toEqual(['1.0.0']);
    expect((await trailOf(published)).map(({ action, reason }) => [action, reason])).toEqual([
      ['release.create', null],
      ['release.publish', null],
      ['release.withdraw', 'Wrong numbers'],
      ['release.publish', null],
    ]);
  });

  it('counts people who have read it, and those who have not', async () => {
    await rowsOf(
      "insert into staff_user (sub, display_name, last_roles) values ('r1', 'One', '{ADMIN}'), ('r2', 'Two', '{MARKETING}'), ('r3', 'Guest', '{}')",
    );
    const draft = await admin.made('1.0.0');
    const staff = draft['figures'].unread;
    expect(staff).toBeGreaterThanOrEqual(2);
    const published = await admin.done(admin.publish(draft));
    expect(published['figures']).toMatchObject({ readers: 0, unread: staff });
    await rowsOf(
      "insert into release_visit (sub, visited_at) values ('r1', now() + interval '1 second'), ('r2', '2020-01-01')",
    );
    expect((await admin.read(published))['figures']).toMatchObject({ readers: 1, unread: staff - 1 });
  });

  it('is refused without changes, and for a number below a published one', async () => {
    const empty = await admin.made('1.0.0', { changeLists: [{ title: 'Nothing yet', changes: [] }] });
    const rightOf = (release: AnsweredRelease) =>
      release['actions'].find(({ action }: { action: string }) => action === 'PUBLISH').refusal;
    expect(rightOf(empty)).toBe('release.empty');
    expect(await admin.refusal(admin.publish(empty))).toMatchObject({
      code: 'release.empty',
      details: { fields: { changeLists: [{ rule: 'required' }] } },
    });
    const low = await admin.made('1.1.0');
    await admin.done(admin.withdraw(await admin.published('1.2.0'), 'Not yet'));
    expect(rightOf(await admin.read(low))).toBe('release.not-greatest');
    expect(await admin.refusal(admin.publish(low))).toMatchObject({
      code: 'release.not-greatest',
      details: { fields: { number: [{ rule: 'not-greatest' }] } },
    });
    // Its texts can still be edited.
    expect((await admin.done(admin.update(low, { date: '2026-02-04T12:00:00Z' }))).version).toBe(2);
  });

  it('is serialized if two are published at once', async () => {
    const drafts = [await admin.made('1.0.0'), await admin.made('2.0.0')] as const;
    const answers = await Promise.all(drafts.map((draft) => admin.publish(draft)));
    const refused = answers.flatMap(({ error }) => (error === undefined ? [] : [error.code]));
    const published = (await rowsOf("select number from release where state = 'PUBLISHED' order by number")).map(
      ({ number }) => number,
    );
    // In either order: never 1.0.0 after 2.0.0.
    expect([refused, published]).toEqual(
      refused.length === 0 ? [[], ['1.0.0', '2.0.0']] : [['release.not-greatest'], ['2.0.0']],
    );
  });
});

describe('a published release', () => {
  it('can have its texts corrected, but nothing else changed [releases 2]', async () => {
    const published = await admin.published('1.0.0');
    const lists = listsOf(published);
    lists[0].changes[1].description = 'Without the slip.';
    const corrected = await admin.done(admin.update(published, { changeLists: lists }));
    expect(corrected['changeLists']).toEqual(lists);
    expect(corrected.version).toBe(published.version + 1);
    const [list] = listsOf(corrected);
    const [cards, views] = list.changes;
    const cases: [object, string][] = [
      [{ number: '1.0.1' }, 'number'],
      [{ date: '2026-02-05T12:00:00Z' }, 'date'],
      [{ changeLists: [] }, 'changeLists'],
      [{ changeLists: [{ ...list, changes: [views, cards] }] }, 'changeLists'],
      [{ changeLists: [{ ...list, changes: [cards] }] }, 'changeLists'],
      [{ changeLists: [{ ...list, changes: [cards, views, change('more')] }] }, 'changeLists'],
      [{ changeLists: [{ ...list, changes: [{ ...cards, type: 'BUG' }, views] }] }, 'changeLists'],
      [{ changeLists: [list, { title: 'More', changes: [] }] }, 'changeLists'],
    ];
    for (const [input, field] of cases) {
      const { code, details } = await admin.refusal(admin.update(corrected, input));
      expect([code, details.fields], JSON.stringify(input)).toEqual([
        'field.invalid',
        { [field]: [{ rule: 'locked' }] },
      ]);
    }
    expect(await admin.read(corrected)).toEqual(corrected);
  });

  it('is the base of the next one', async () => {
    const published = await admin.published('1.0.0');
    const copy = await admin.done(admin.duplicate(published, '1.1.0'));
    expect(copy).toMatchObject({ state: 'DRAFT', number: '1.1.0' });
    expect(titlesOf(copy)).toEqual(titlesOf(published));
    expect((await admin.refusal(admin.duplicate(published, '1.1.0'))).details.fields.number[0].rule).toBe('taken');
    expect((await admin.refusal(admin.duplicate(published, '0.1.0'))).details.fields.number[0].rule).toBe(
      'not-greatest',
    );
    const { body } = await test.send('{ releaseNumbers { latest patch minor major } }', {}, { token: 'admin' });
    expect(body.data?.['releaseNumbers']).toEqual({ latest: '1.0.0', patch: '1.0.1', minor: '1.2.0', major: '2.0.0' });
  });
});

describe('the list', () => {
  const numbers = async (args: string) => {
    const { body } = await test.send(
      `{ releases(${args}) { nodes { number } matchedBy count { value } } }`,
      {},
      { token: 'admin' },
    );
    if (body.errors) throw new Error(JSON.stringify(body.errors));
    const found = body.data?.['releases'] as { nodes: { number: string }[]; matchedBy: string | null } | undefined;
    return [found?.nodes.map(({ number }) => number), found?.matchedBy];
  };

  it('is ordered by version, and filtered and searched by number and text', async () => {
    await admin.published('1.9.0');
    await admin.done(admin.withdraw(await admin.published('1.10.0'), 'Why'));
    await admin.made('2.0.0-rc.1', {
      date: '2026-03-01T12:00:00Z',
      changeLists: [{ title: 'Exports', changes: [change('100%_faster', 'IMPROVEMENT')] }],
    });
    expect(await numbers('first: 10')).toEqual([['2.0.0-rc.1', '1.10.0', '1.9.0'], null]);
    expect(await numbers('first: 10, filter: { state: { in: [PUBLISHED, WITHDRAWN] } }')).toEqual([
      ['1.10.0', '1.9.0'],
      null,
    ]);
    expect(await numbers('first: 10, filter: { changeType: { in: [IMPROVEMENT] } }')).toEqual([['2.0.0-rc.1'], null]);
    expect(await numbers('first: 10, filter: { date: { from: "2026-02-20T00:00:00Z" } }')).toEqual([
      ['2.0.0-rc.1'],
      null,
    ]);
    expect(await numbers('first: 10, search: "v1.1"')).toEqual([['1.10.0'], 'NUMBER']);
    expect(await numbers('first: 10, search: "SAVED VIEWS"')).toEqual([['1.10.0', '1.9.0'], 'TEXT']);
    expect(await numbers('first: 10, search: "100%_f"')).toEqual([['2.0.0-rc.1'], 'TEXT']);
    expect(await numbers('first: 1, sort: { key: DATE, direction: DESC }')).toEqual([['2.0.0-rc.1'], null]);
    const lists = await rowsOf('select count(*)::int as lists from change_list');
    expect(lists).toEqual([{ lists: 3 }]);
  });
});

describe('access', () => {
  it.each(['marketing', 'campaign-viewer', 'campaign-manager', 'campaign-streamer', 'nobody'])(
    'is refused to %s [releases 2]',
    async (token) => {
      const desk = releaseDesk(() => test, token);
      const made = await admin.made('1.0.0');
      const answers = [
        desk.create('2.0.0'),
        desk.update(made, { number: '3.0.0' }),
        desk.duplicate(made, '4.0.0'),
        desk.publish(made),
        desk.withdraw(made, 'r'),
        desk.discard(made),
      ];
      for (const answer of answers) expect((await desk.refusal(answer)).code).toBe('access.denied');
      for (const query of [
        '{ releases { nodes { id } } }',
        '{ releaseNumbers { latest } }',
        `{ release(id: "${made.id}") { id } }`,
      ]) {
        const { body } = await test.send(query, {}, { token });
        expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'access.denied' });
      }
      const { figures: _staff, ...left } = await admin.read(made);
      expect(made).toMatchObject(left);
    },
  );
});
