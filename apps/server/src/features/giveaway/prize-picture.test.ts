import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../db/transaction.ts';
import { fileApp } from '../../testing/file-app.ts';
import { insertReferenceData } from '../../testing/test-accounts.ts';
import type { TestToken } from '../../testing/test-app.ts';
import { readDrawRules } from './draw/read-draw-rules.ts';
import { type AnsweredGiveaway, giveawayDesk, POINTS_PRIZE } from './testing/giveaway-kit.ts';

let photo: Buffer;
const desk = giveawayDesk(() => test, 'admin');
const test = await fileApp();
beforeAll(async () => {
  await insertReferenceData(test.database.ownerPool);
  photo = await sharp({ create: { width: 1_600, height: 900, channels: 3, background: '#467' } })
    .jpeg()
    .toBuffer();
});

const upload = (kind: string, token: TestToken = 'admin') =>
  test.app.inject({
    method: 'POST',
    url: `/files/uploads?kind=${kind}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
    payload: photo,
  });

async function publish(uploadId: string, token: TestToken = 'admin') {
  const { body } = await test.send(
    'mutation($uploadId: ID!) { publishPicture(input: { uploadId: $uploadId }) { imageUrl } }',
    { uploadId },
    { token },
  );
  return body.errors?.[0].extensions.code ?? (body.data.publishPicture.imageUrl as string);
}

const published = async (): Promise<string> => publish((await upload('prize')).json().uploadId);
const load = async (path: string) => (await test.app.inject(path)).statusCode;
const withPicture = (imageUrl: string | null) => ({ prizes: [{ ...POINTS_PRIZE, imageUrl }] });

async function sweep(...paths: readonly string[]): Promise<void> {
  await test.database.ownerPool.query(
    `update file_garbage set due_at = now() where '/files/' || key = any($1) or key = any($1)`,
    [paths],
  );
  await inTransaction(test.database.db, (trx) => test.files.sweep(trx));
}

async function picturesOf({ id }: AnsweredGiveaway) {
  const text =
    'query($id: ID!) { giveaway(id: $id) { prizes { imageUrl } history(first: 1) { nodes { changes { field before after } } } } }';
  const { body } = await test.send(text, { id }, { token: 'admin' });
  const { prizes, history } = body.data.giveaway;
  return {
    urls: prizes.map(({ imageUrl }: { imageUrl: string | null }) => imageUrl),
    changes: history.nodes[0].changes,
  };
}

it('is a square that anyone can load, published from an upload of the same person', async () => {
  const sent = (await upload('prize')).json();
  expect(sent).toMatchObject({ width: 512, height: 512 });
  expect((await upload('prize', 'campaign-manager')).statusCode).toBe(403);
  expect(await publish(sent.uploadId, 'campaign-manager')).toBe('access.denied');
  expect(await publish(sent.uploadId, 'marketing')).toBe('record.not-found');
  expect(await publish((await upload('badge')).json().uploadId)).toBe('record.not-found');
  const path = await publish(sent.uploadId);
  expect(path).toMatch(/^\/files\/prizes\//);
  expect(await load(path)).toBe(200);
});

it('belongs to a prize, for staff and for programs that offer the giveaway', async () => {
  const path = await published();
  const draft = await desk.made(withPicture(path));
  expect((await picturesOf(draft)).urls).toEqual([path]);
  const live = await desk.done(desk.publish(draft));
  const { body } = await test.send(
    'query($id: ID!) { giveawayOffers(id: $id) { prizes { rank imageUrl } } }',
    { id: live.id },
    { token: 'machine' },
  );
  expect(body.data.giveawayOffers).toEqual([{ prizes: [{ rank: 1, imageUrl: path }] }]);
});

it.each([
  () => `/files/prizes/${randomUUID()}.png`,
  () => '/files/prizes/../badges/a.png',
  () => `/files/notifications/${randomUUID()}.png`,
  () => 'https://elsewhere.example/a.png',
])('is refused if there is no such picture', async (path) => {
  const { details } = await desk.refusal(desk.create(withPicture(path())));
  expect(details.fields).toEqual({ 'prizes.0.imageUrl': [{ rule: 'picture-gone' }] });
});

it('is fixed at publication, and not part of the published hash', async () => {
  const [first, second] = [await published(), await published()];
  const draft = await desk.made(withPicture(first));
  const before = await readDrawRules(test.database.db, draft.id);
  const changed = await desk.done(desk.update(draft, withPicture(second)));
  expect(await readDrawRules(test.database.db, draft.id)).toEqual(before);
  const live = await desk.done(desk.publish(changed));
  const { details } = await desk.refusal(desk.update(live, withPicture(first)));
  expect(details.fields).toEqual({ prizes: [{ rule: 'locked' }] });
  await expect(
    test.database.ownerPool.query('update giveaway_prize set image_url = $2 where giveaway_id = $1', [live.id, first]),
  ).rejects.toMatchObject({ code: 'BC003' });
});

it('is named in the history, apart from other changes of prizes', async () => {
  const [first, second] = [await published(), await published()];
  const title = POINTS_PRIZE.titleI18n;
  const draft = await desk.made(withPicture(null));
  const added = await desk.done(desk.update(draft, withPicture(first)));
  expect((await picturesOf(added)).changes).toEqual([{ field: 'prizePictures', before: [], after: [title] }]);
  const replaced = await desk.done(desk.update(added, withPicture(second)));
  expect((await picturesOf(replaced)).changes).toEqual([{ field: 'prizePictures', before: [title], after: [title] }]);
  const same = await desk.done(desk.update(replaced, withPicture(second)));
  expect(same.version).toBe(replaced.version);
});

it('is kept while a giveaway has it, also a copy, and swept otherwise', async () => {
  const [used, unused] = [await published(), await published()];
  const draft = await desk.made(withPicture(used));
  const copy = await desk.done(desk.duplicate(draft, `${draft['code']}-COPY`));
  expect((await picturesOf(copy)).urls).toEqual([used]);
  await sweep(used, unused);
  expect([await load(used), await load(unused)]).toEqual([200, 404]);
  await desk.done(desk.update(draft, withPicture(null)));
  await sweep(used);
  expect(await load(used)).toBe(200);
  await desk.done(desk.update(copy, withPicture(null)));
  await sweep(used);
  expect(await load(used)).toBe(404);
});

it('of a giveaway itself is kept for its copy', async () => {
  const setImage = async (giveaway: AnsweredGiveaway) => {
    const { uploadId } = (await upload('giveaway')).json();
    const input = { id: giveaway.id, expectedVersion: giveaway.version, uploadId };
    await desk.done(desk.ask('setGiveawayImage', input));
    const { rows } = await test.database.ownerPool.query('select image_path from giveaway where id = $1', [
      giveaway.id,
    ]);
    return rows[0].image_path as string;
  };
  const draft = await desk.made();
  const path = await setImage(draft);
  const copy = await desk.done(desk.duplicate(draft, `${draft['code']}-COPY`));
  await setImage(await desk.read(draft.id));
  await sweep(path);
  expect((await test.fileStore.stat(path))?.sizeBytes).toBeGreaterThan(0);
  await setImage(copy);
  await sweep(path);
  expect(await test.fileStore.stat(path)).toBeNull();
});
