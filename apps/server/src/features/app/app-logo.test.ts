import sharp from 'sharp';
import { expect, it } from 'vitest';
import { inTransaction } from '../../db/transaction.ts';
import { fileApp } from '../../testing/file-app.ts';

const test = await fileApp();

async function published(): Promise<string> {
  const { body } = await test.send(
    'mutation($uploadId: ID!) { publishPicture(input: { uploadId: $uploadId }) { imageUrl } }',
    { uploadId: (await upload('admin')).json().uploadId },
  );
  return body.data.publishPicture.imageUrl;
}
const upload = async (token: 'admin' | 'marketing') =>
  test.app.inject({
    method: 'POST',
    url: '/files/uploads?kind=app',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
    payload: await sharp({ create: { width: 90, height: 90, channels: 3, background: '#467' } })
      .png()
      .toBuffer(),
  });
const save = (verb: 'create' | 'update', input: object) =>
  test.send(
    `mutation($input: ${verb === 'create' ? 'Create' : 'Update'}AppInput!) { ${verb}App(input: $input) { app { id version imageUrl } } }`,
    { input },
  );
async function isServedAfterSweep(path: string): Promise<boolean> {
  await test.database.ownerPool.query('update file_garbage set due_at = now()');
  await inTransaction(test.database.db, (trx) => test.files.sweep(trx));
  return (await test.app.inject(path)).statusCode === 200;
}

it('an app has a logo that anyone can load, until another replaces it', async () => {
  expect((await upload('marketing')).statusCode).toBe(403);
  const [first, second] = [await published(), await published()];
  const { app } = (await save('create', { clientId: 'shop', name: 'Shop', imageUrl: first })).body.data.createApp;
  expect(app.imageUrl).toBe(first);
  expect(await isServedAfterSweep(first)).toBe(true);
  expect(await isServedAfterSweep(second)).toBe(false);
  const expected = { id: app.id, expectedVersion: app.version };
  const gone = await save('update', { ...expected, patch: { imageUrl: second } });
  const refusal = { code: 'field.invalid', details: { fields: { imageUrl: [{ rule: 'picture-gone' }] } } };
  expect(gone.body.errors[0].extensions).toMatchObject(refusal);
  const foreign = await save('create', { clientId: 'other', name: 'Other', imageUrl: 'https://evil.example/a.png' });
  expect(foreign.body.errors[0].extensions).toMatchObject(refusal);
  await save('update', { ...expected, patch: { imageUrl: null } });
  expect(await isServedAfterSweep(first)).toBe(false);
});
