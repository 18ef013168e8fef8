import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Housekeeping } from '../../../housekeeping/housekeeping.ts';
import { fileApp } from '../../../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData, removeAccounts } from '../../../testing/test-accounts.ts';
import type { TestAnswer, TestRequest } from '../../../testing/test-app.ts';

const FIELDS = 'id hasPicture version';
const SET = `mutation S($input: SetAccountPictureInput!) { setAccountPicture(input: $input) { account { ${FIELDS} } } }`;
const REMOVE = `mutation R($input: RemoveAccountPictureInput!) { removeAccountPicture(input: $input) { account { ${FIELDS} } } }`;

const id = accountId(1);
const firebaseId = 'firebase00000000000000000001';
const KEY = `profile_pictures/${firebaseId}.png`;

let red: Buffer;
let blue: Buffer;
const test = await fileApp();
beforeAll(async () => {
  await insertReferenceData(test.database.ownerPool);
  [red, blue] = (await Promise.all(
    ['#c0392b', '#2980b9'].map((background) =>
      sharp({ create: { width: 640, height: 480, channels: 3, background } })
        .jpeg()
        .toBuffer(),
    ),
  )) as [Buffer, Buffer];
});
beforeEach(async () => {
  await removeAccounts(test.database.ownerPool);
  await test.database.ownerPool.query('truncate idempotency_key, file_upload, file_garbage cascade');
  await test.database.ownerPool.query('truncate staff_audit_event');
  await test.fileStore.remove(KEY);
  await insertAccounts(test.database.ownerPool, 12);
});

async function upload(picture: Buffer, token = 'admin'): Promise<string> {
  const answer = await test.app.inject({
    method: 'POST',
    url: '/files/uploads?kind=picture',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
    payload: picture,
  });
  expect(answer.statusCode).toBe(201);
  return answer.json().uploadId;
}
async function send(query: string, input: Record<string, unknown>, request?: TestRequest) {
  const { body } = await test.send(query, { input: { id, expectedVersion: 1, ...input } }, request);
  return {
    data: Object.values<TestAnswer['body']>(body.data ?? {})[0]?.account as { hasPicture: boolean; version: number },
    error: body.errors?.[0],
  };
}
const audit = async () =>
  (await test.database.pool.query("select action, changes from staff_audit_event where outcome = 'DONE' order by id"))
    .rows;
const sweep = () =>
  new Housekeeping(test.database.db, [{ name: 'file.sweep', runBatch: (trx) => test.files.sweep(trx) }]).runOnce();

describe('account picture', () => {
  it('is set from an upload, served under its address, and shown in list and history [spec 3.15]', async () => {
    expect(await test.files.pictures.address(firebaseId)).toBeNull();
    const { data, error } = await send(SET, { uploadId: await upload(red) });
    expect(error).toBeUndefined();
    expect(data).toMatchObject({ hasPicture: true, version: 2 });
    expect(await audit()).toEqual([{ action: 'account.set-picture', changes: { picture: [false, true] } }]);
    const { url } = (await test.files.pictures.address(firebaseId)) ?? { url: '' };
    const answer = await test.app.inject(url);
    expect(answer.statusCode).toBe(200);
    const { format, width, height } = await sharp(answer.rawPayload).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', width: 512, height: 512 });
    const list = await test.send('{ accounts(first: 50) { nodes { id hasPicture } } }');
    const withPicture = list.body.data.accounts.nodes.filter((node: { hasPicture: boolean }) => node.hasPicture);
    expect(withPicture).toEqual([{ id, hasPicture: true }]);
  });

  it('has another address after it was replaced', async () => {
    await send(SET, { uploadId: await upload(red) });
    const before = await test.files.pictures.address(firebaseId);
    await send(SET, { expectedVersion: 2, uploadId: await upload(blue) });
    const after = await test.files.pictures.address(firebaseId);
    expect(after?.url).not.toBe(before?.url);
    const { dominant } = await sharp((await test.app.inject(after?.url ?? '')).rawPayload).stats();
    expect(dominant.b).toBeGreaterThan(dominant.r);
  });

  it('disappears on removal, and its file with the next sweep', async () => {
    await send(SET, { uploadId: await upload(red) });
    const { data } = await send(REMOVE, { expectedVersion: 2 });
    expect(data).toMatchObject({ hasPicture: false, version: 3 });
    expect(await test.files.pictures.address(firebaseId)).toBeNull();
    expect((await audit()).at(-1)).toEqual({ action: 'account.remove-picture', changes: { picture: [true, false] } });
    await sweep();
    expect(await test.fileStore.stat(KEY)).toBeNull();
    const again = await send(REMOVE, { expectedVersion: 3 });
    expect(again.data.version).toBe(3);
  });

  it('survives the sweep if it is set again after a removal', async () => {
    await send(SET, { uploadId: await upload(red) });
    await send(REMOVE, { expectedVersion: 2 });
    await send(SET, { expectedVersion: 3, uploadId: await upload(blue) });
    await sweep();
    expect(await test.fileStore.stat(KEY)).not.toBeNull();
    expect(await test.files.pictures.address(firebaseId)).not.toBeNull();
  });

  it('is set once by a repeated request, with the same response', async () => {
    const input = { uploadId: await upload(red) };
    const headers = { 'idempotency-key': 'picture-1' };
    const first = await send(SET, input, { headers });
    const second = await send(SET, input, { headers });
    expect(second).toEqual(first);
    expect(await audit()).toHaveLength(1);
  });

  it('is set by only one of two requests with the same upload or version', async () => {
    const uploadId = await upload(red);
    const same = await Promise.all([send(SET, { uploadId }), send(SET, { uploadId, id: accountId(2) })]);
    expect(same.map(({ error }) => error?.extensions.code ?? 'done').sort()).toEqual(['done', 'record.not-found']);
    const [one, two] = [await upload(red), await upload(blue)];
    const version = 2 - (same[0]?.error ? 1 : 0);
    const both = await Promise.all([one, two].map((each) => send(SET, { uploadId: each, expectedVersion: version })));
    expect(both.map(({ error }) => error?.extensions.code ?? 'done').sort()).toEqual(['done', 'record.conflict']);
  });

  it.each([
    ['of another person', async () => upload(red), 'staff-other'],
    ['that does not exist', async () => '01900000-0000-7000-8000-00000000ffff', 'staff-admin'],
    ['with a malformed id', async () => '../../etc/passwd', 'staff-admin'],
  ])('is not set from an upload %s [pictures 1]', async (_name, given, owner) => {
    const uploadId = await given();
    await test.database.ownerPool.query('update file_upload set owner_sub = $1', [owner]);
    const { error } = await send(SET, { uploadId });
    expect(error.extensions.code).toBe('record.not-found');
    expect(await audit()).toEqual([]);
    expect(await test.fileStore.stat(KEY)).toBeNull();
  });

  it('is not set from an upload older than an hour, which the sweep removes', async () => {
    const uploadId = await upload(red);
    await test.database.ownerPool.query(
      "update file_upload set expires_at = now() - interval '1 second'; update file_garbage set due_at = now() - interval '1 second'",
    );
    expect((await send(SET, { uploadId })).error.extensions.code).toBe('record.not-found');
    expect(await test.fileStore.stat(`uploads/${uploadId}`)).not.toBeNull();
    await sweep();
    expect(await test.fileStore.stat(`uploads/${uploadId}`)).toBeNull();
  });

  it.each(['marketing', 'campaign-manager', 'nobody', 'machine'])('is not changed by %s', async (token) => {
    const uploadId = await upload(red);
    for (const [query, input] of [
      [SET, { uploadId }],
      [REMOVE, {}],
    ] as const) {
      expect((await send(query, input, { token })).error.extensions.code).toBe('access.denied');
    }
    expect(await audit()).toEqual([]);
  });

  it('requires a Firebase id that is a valid file name [spec 3.15]', async () => {
    const uploadId = await upload(red);
    const without = await send(SET, { uploadId, id: accountId(7) });
    expect(without.error.extensions).toMatchObject({
      code: 'field.invalid',
      details: { fields: { id: [{ rule: 'firebase-id' }] } },
    });
    await test.database.ownerPool.query("update account set firebase_id = '../../escape' where id = $1", [id]);
    expect((await send(SET, { uploadId })).error.extensions.code).toBe('field.invalid');
    // Neither consumed the upload.
    expect((await send(SET, { uploadId, id: accountId(2) })).data.hasPicture).toBe(true);
  });

  it('is never shown if its record could not be written, and its file is swept', async () => {
    const uploadId = await upload(red);
    await test.database.ownerPool.query(`
      create function refuse_commit() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '53100'; end $$;
      create constraint trigger refuse_commit after update on account deferrable initially deferred for each row execute function refuse_commit()`);
    const refused = await send(SET, { uploadId });
    await test.database.ownerPool.query('drop function refuse_commit cascade');
    expect(refused.error.extensions.code).toBe('service.unavailable');
    expect(await test.fileStore.stat(KEY)).not.toBeNull();
    expect(await test.files.pictures.address(firebaseId)).toBeNull();
    await test.database.ownerPool.query('update file_garbage set due_at = now() where key = $1', [KEY]);
    await sweep();
    expect(await test.fileStore.stat(KEY)).toBeNull();
    // The upload can still be used by a retry.
    expect((await send(SET, { uploadId })).data.hasPicture).toBe(true);
  });
});
