import { expect, it } from 'vitest';
import { fileApp } from '../../testing/file-app.ts';

const test = await fileApp();

const ask = (userId: string, token: string) =>
  test.send('query ($id: String!) { getFirebaseAdminToken(user_id: $id) }', { id: userId }, { token });

it("the admin token is a single string, for the caller's own subject only [spec 3.9, 7.5]", async () => {
  expect((await ask('staff-admin', 'admin')).body).toEqual({
    data: { getFirebaseAdminToken: 'admin-token-of-staff-admin' },
  });
  for (const other of ['staff-marketing', 'STAFF-ADMIN', 'staff-admin ', '', 'nobody']) {
    const answer = await ask(other, 'admin');
    expect([answer.status, answer.body.errors[0].extensions.code]).toEqual([200, 'access.denied']);
    expect(answer.body.data ?? null).toBeNull();
  }
});

it('every role gets one; people without a role and machines get none [spec 7.5]', async () => {
  for (const token of ['marketing', 'campaign-viewer', 'campaign-manager', 'campaign-streamer'])
    expect((await ask(`staff-${token}`, token)).body.data.getFirebaseAdminToken).toBe(`admin-token-of-staff-${token}`);
  expect((await ask('staff-nobody', 'nobody')).body.errors[0].extensions.code).toBe('access.denied');
  expect((await ask('demo-pos', 'machine')).body.errors[0].extensions.code).toBe('access.denied');
});

it('the admin token is never logged [spec 7.5]', async () => {
  await ask('staff-admin', 'admin');
  expect(test.log.join('')).not.toContain('admin-token-of');
});
