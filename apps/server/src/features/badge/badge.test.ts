import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileApp } from '../../testing/file-app.ts';
import { recordOf } from '../../testing/payload.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';

const CATEGORY = '01900000-0000-7000-8000-00000000c002';
const FIELDS =
  'id version state imageUrl awardCount actions awardMode ruleKind ruleThreshold isRepeatable usedBy { kind count }';

let serial = 0;
const test = await fileApp();
beforeAll(async () => {
  const pool = test.database.ownerPool;
  await insertReferenceData(pool);
  await insertAccounts(pool, 3);
  await pool.query(
    `insert into badge_category (id, code, name_i18n, position) values ($1, 'first', '{"en-US":"First"}', 1)`,
    [CATEGORY],
  );
});

// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
async function ask(query: string, variables: Record<string, unknown>): Promise<{ data: any; error: any }> {
  const { body } = await test.send(query, variables);
  return { data: body.data && Object.values(body.data)[0], error: body.errors?.[0]?.extensions };
}
// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
async function change(query: string, input: Record<string, unknown>): Promise<{ data: any; error: any }> {
  const { data, error } = await ask(query, { input });
  return { data: recordOf(data), error };
}
const text = { 'en-US': 'Text' };
const create = (rest: object = {}) =>
  change(`mutation M($input: CreateBadgeInput!) { createBadge(input: $input) { badge { ${FIELDS} } } }`, {
    code: `badge-${serial++}`,
    categoryId: CATEGORY,
    nameI18n: text,
    descriptionI18n: text,
    criteriaI18n: text,
    awardMode: 'MANUAL',
    ...rest,
  });
const update = (id: string, expectedVersion: number, patch: object) =>
  change(`mutation M($input: UpdateBadgeInput!) { updateBadge(input: $input) { badge { ${FIELDS} } } }`, {
    id,
    expectedVersion,
    patch,
  });
const act = (name: string, id: string, expectedVersion: number) =>
  change(
    `mutation M($input: ${name === 'activateBadge' ? 'Activate' : 'Retire'}BadgeInput!) { ${name}(input: $input) { badge { ${FIELDS} } } }`,
    { id, expectedVersion },
  );
const setImage = (id: string, expectedVersion: number, uploadId: string) =>
  change(`mutation M($input: SetBadgeImageInput!) { setBadgeImage(input: $input) { badge { ${FIELDS} } } }`, {
    id,
    expectedVersion,
    uploadId,
  });

async function upload(colour: string, kind = 'badge', token = 'admin') {
  const answer = await test.app.inject({
    method: 'POST',
    url: `/files/uploads?kind=${kind}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
    payload: await sharp({ create: { width: 40, height: 30, channels: 3, background: colour } })
      .jpeg()
      .toBuffer(),
  });
  return { status: answer.statusCode, uploadId: answer.json().uploadId as string };
}
const get = (url: string) => test.app.inject({ method: 'GET', url });

describe('a badge', () => {
  it('is a draft until it has a picture and is activated, and can be retired [reference 8]', async () => {
    const { data } = await create();
    expect(data).toMatchObject({ state: 'DRAFT', imageUrl: null, actions: ['EDIT', 'ACTIVATE'] });
    expect((await act('activateBadge', data.id, 1)).error).toEqual({
      code: 'field.invalid',
      details: { fields: { imageUrl: [{ rule: 'required' }] } },
    });
    const { uploadId } = await upload('red');
    await setImage(data.id, 1, uploadId);
    expect((await act('activateBadge', data.id, 2)).data).toMatchObject({
      state: 'ACTIVE',
      actions: ['EDIT', 'RETIRE'],
    });
    expect((await act('activateBadge', data.id, 3)).error.code).toBe('state.invalid-transition');
    expect((await act('retireBadge', data.id, 3)).data).toMatchObject({ state: 'RETIRED', actions: [] });
    expect((await update(data.id, 4, { nameI18n: { 'en-US': 'x' } })).error.code).toBe('state.invalid-transition');
    await expect(
      test.database.pool.query(`update badge set state = 'ACTIVE' where id = $1`, [data.id]),
    ).rejects.toMatchObject({ code: 'BC001' });
  });

  it.each([
    [{ awardMode: 'RULE' }, { ruleKind: [{ rule: 'required' }], ruleThreshold: [{ rule: 'required' }] }],
    [{ awardMode: 'RULE', ruleKind: 'GIVEAWAYS_WON' }, { ruleThreshold: [{ rule: 'required' }] }],
    [{ ruleThreshold: 5 }, { ruleThreshold: [{ rule: 'only-with-rule' }] }],
    [
      { awardMode: 'RULE', ruleKind: 'GIVEAWAYS_WON', ruleThreshold: 0 },
      { ruleThreshold: [{ rule: 'too-small', params: { min: 1 } }] },
    ],
    [{ validityDays: 3651 }, { validityDays: [{ rule: 'too-large', params: { max: 3650 } }] }],
    [{ categoryId: '01900000-0000-7000-8000-00000000dead' }, { categoryId: [{ rule: 'unknown' }] }],
  ])('with %j is refused on its fields', async (input, fields) => {
    expect((await create(input)).error).toEqual({ code: 'field.invalid', details: { fields } });
  });

  it('switches between manual and rule-based only with all fields that belong to it', async () => {
    const { data } = await create({ awardMode: 'RULE', ruleKind: 'ACCOUNT_AGE_DAYS', ruleThreshold: 365 });
    expect((await update(data.id, 1, { awardMode: 'MANUAL' })).error.code).toBe('field.invalid');
    const manual = await update(data.id, 1, { awardMode: 'MANUAL', ruleKind: null, ruleThreshold: null });
    expect(manual.data).toMatchObject({ awardMode: 'MANUAL', ruleKind: null, ruleThreshold: null });
  });

  it('serves its picture without a token, and a replaced picture is deleted [reference 8]', async () => {
    const { data } = await create();
    const first = await setImage(data.id, 1, (await upload('red')).uploadId);
    const shown = await get(first.data.imageUrl);
    expect(shown.headers['content-type']).toBe('image/png');
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ width: 512, height: 512, format: 'png' });
    expect((await get(first.data.imageUrl.replace(/signature=.{6}/, 'signature=AAAAAA'))).statusCode).toBe(404);
    expect((await get(first.data.imageUrl.split('?')[0])).statusCode).toBe(404);
    const second = await setImage(data.id, 2, (await upload('blue')).uploadId);
    expect(second.data.imageUrl).not.toBe(first.data.imageUrl);
    await test.database.db.transaction().execute((trx) => test.files.sweep(trx));
    expect((await get(first.data.imageUrl)).statusCode).toBe(404);
    expect((await get(second.data.imageUrl)).statusCode).toBe(200);
  });

  it('takes an upload once, of its kind, of its sender, and keeps it for a retry after a conflict', async () => {
    const { data } = await create();
    const picture = await upload('red', 'picture');
    expect((await setImage(data.id, 1, picture.uploadId)).error.code).toBe('record.not-found');
    expect((await upload('red', 'badge', 'marketing')).status).toBe(403);
    const { uploadId } = await upload('green');
    expect((await setImage(data.id, 9, uploadId)).error.code).toBe('record.conflict');
    expect((await setImage(data.id, 1, uploadId)).data.version).toBe(2);
    expect((await setImage(data.id, 2, uploadId)).error.code).toBe('record.not-found');
  });
});

describe('awards', () => {
  const award = (badge: string, account: number, isRepeatable: boolean, occurrence = 1) =>
    test.database.pool.query(
      `insert into account_badge_award (badge_id, account_id, is_repeatable, occurrence, source) values ($1, $2, $3, $4, 'STAFF')`,
      [badge, accountId(account), isRepeatable, occurrence],
    );

  it('are counted, are single unless the badge is repeatable, and can be awarded again after a revoke', async () => {
    const { data } = await create();
    await award(data.id, 1, false);
    await award(data.id, 2, false);
    await expect(award(data.id, 1, false, 2)).rejects.toMatchObject({ constraint: 'account_badge_award_single' });
    await expect(award(data.id, 3, true)).rejects.toMatchObject({
      constraint: 'account_badge_award_badge_id_is_repeatable_fkey',
    });
    await test.database.pool.query(
      `update account_badge_award set revoked_at = now(), revoke_reason = 'mistake' where badge_id = $1 and account_id = $2`,
      [data.id, accountId(1)],
    );
    await award(data.id, 1, false, 2);
    const { data: now } = await ask(`query Q($id: ID!) { badge(id: $id) { ${FIELDS} } }`, { id: data.id });
    expect(now).toMatchObject({ awardCount: 2, usedBy: [{ kind: 'account', count: 2 }], version: 1 });
    expect((await update(data.id, 1, { isRepeatable: true })).error).toMatchObject({
      details: { fields: { isRepeatable: [{ rule: 'in-use' }] } },
    });
  });
});
