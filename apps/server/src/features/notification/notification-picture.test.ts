import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { withPictures } from '../../compose/push.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { PushMessage } from '../../ports/push.ts';
import { fileApp } from '../../testing/file-app.ts';
import { insertReferenceData } from '../../testing/test-accounts.ts';
import type { TestToken } from '../../testing/test-app.ts';
import { insertTopicsAndBadges } from '../../testing/test-topics-badges.ts';
import { notificationDesk } from './testing/notification-kit.ts';

let photo: Buffer;
const marketing = notificationDesk(() => test, 'marketing');
const test = await fileApp();
beforeAll(async () => {
  await insertReferenceData(test.database.ownerPool);
  await insertTopicsAndBadges(test.database.ownerPool);
  photo = await sharp({ create: { width: 1_600, height: 900, channels: 3, background: '#467' } })
    .jpeg()
    .toBuffer();
});

async function upload(token: TestToken = 'marketing') {
  return test.app.inject({
    method: 'POST',
    url: '/files/uploads?kind=notification',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
    payload: photo,
  });
}

async function publish(uploadId: string, token: TestToken = 'marketing') {
  const { body } = await test.send(
    'mutation($uploadId: ID!) { publishPicture(input: { uploadId: $uploadId }) { imageUrl } }',
    { uploadId },
    { token },
  );
  return body.errors?.[0].extensions.code ?? (body.data.publishPicture.imageUrl as string);
}

const published = async (): Promise<string> => publish((await upload()).json().uploadId);
const setDue = (path: string) =>
  test.database.ownerPool.query(`update file_garbage set due_at = now() where '/files/' || key = $1`, [path]);
const sweep = () => inTransaction(test.database.db, (trx) => test.files.sweep(trx));
const load = (path: string) => test.app.inject(path);

it('is cut to the shape of phones, and loaded by them without a session', async () => {
  const sent = await upload();
  expect(sent.json()).toMatchObject({ width: 1_024, height: 512 });
  const path = await publish(sent.json().uploadId);
  const answer = await load(path);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, immutable, max-age=31536000',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 1_024, height: 512 });
  const draft = await marketing.made({ imageUrl: path });
  expect(draft['imageUrl']).toBe(path);
  const messages: PushMessage[] = [];
  const port = withPictures(
    {
      send: async (all) => {
        messages.push(...all);
        return [];
      },
      check: async () => true,
      close: async () => undefined,
    },
    'https://office.example',
  );
  const message = { imageUrl: path } as PushMessage;
  await port.send([
    message,
    { ...message, imageUrl: 'https://elsewhere.example/a.png' },
    { ...message, imageUrl: null },
  ]);
  expect(messages.map(({ imageUrl }) => imageUrl)).toEqual([
    `https://office.example${path}`,
    'https://elsewhere.example/a.png',
    null,
  ]);
});

it('is made by people who write notifications, from their own upload and once', async () => {
  expect((await upload('campaign-manager')).statusCode).not.toBe(201);
  const { uploadId } = (await upload()).json();
  expect(await publish(uploadId, 'admin')).toBe('record.not-found');
  expect(await publish(uploadId, 'campaign-manager')).toBe('access.denied');
  expect(await publish(uploadId)).toMatch(/^\/files\/notifications\//);
  expect(await publish(uploadId)).toBe('record.not-found');
});

it.each([
  `/files/notifications/${randomUUID()}.png`,
  '/files/notifications/../badges/a.png',
  '/files/profile_pictures/a.png',
  '//elsewhere.example/a.png',
  'http://elsewhere.example/a.png',
])('refuses %s', async (imageUrl) => {
  const error = await marketing.refusal(marketing.create({ imageUrl }));
  expect(error).toMatchObject({ code: 'field.invalid', details: { fields: { imageUrl: expect.anything() } } });
});

it.each(['nothing', `${randomUUID()}`, '..%2Fbadges%2Fa', '%00'])('answers 404 for %s', async (name) => {
  expect((await load(`/files/notifications/${name}.png`)).statusCode).toBe(404);
});

it('is kept while a notification has it, and swept otherwise', async () => {
  const [used, unused] = [await published(), await published()];
  const draft = await marketing.made({ imageUrl: used });
  const copy = await marketing.made({ imageUrl: used });
  for (const path of [used, unused]) await setDue(path);
  await sweep();
  expect([(await load(used)).statusCode, (await load(unused)).statusCode]).toEqual([200, 404]);
  const gone = await marketing.refusal(marketing.create({ imageUrl: unused }));
  expect(gone.details.fields).toEqual({ imageUrl: [{ rule: 'picture-gone' }] });

  // A picture that is replaced stays for the copy.
  await marketing.done(marketing.update(draft, { imageUrl: null }));
  await setDue(used);
  await sweep();
  expect((await load(used)).statusCode).toBe(200);
  await marketing.done(marketing.update(copy, { imageUrl: null }));
  await setDue(used);
  await sweep();
  expect((await load(used)).statusCode).toBe(404);
});
