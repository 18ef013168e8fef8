import { beforeEach, expect, test, vi } from 'vitest';
import { Admission } from './admission.ts';
import { type SignedInUser, signedInUserOf } from './signed-in-user.ts';
import { storedUser } from './testing/fake-manager.ts';

let admission: Admission;
const obtainAdminToken = vi.fn<(user: SignedInUser) => Promise<string>>();
const [publish, log] = [vi.fn(), vi.fn()];
const someone = (sub: string) => signedInUserOf(storedUser(sub), 'resource_access.global_roles');
const ada = () => someone('ada');

beforeEach(() => {
  for (const mock of [obtainAdminToken, publish, log]) mock.mockReset();
  obtainAdminToken.mockResolvedValue('token');
  admission = new Admission(obtainAdminToken, log);
  admission.listeners.add(publish);
});

async function follow(next: SignedInUser | null): Promise<void> {
  admission.show(next ? 'signed-in' : 'signed-out', next);
  await admission.end();
}

test('a person who signs in again after a sign-out needs a new admin token [spec 4.18]', async () => {
  await follow(ada());
  await follow(null);
  await follow(ada());
  expect([obtainAdminToken.mock.calls.length, publish.mock.calls.length]).toEqual([2, 3]);
});

test('a person whose admission failed is admitted with the next change, when the admin token is obtained', async () => {
  obtainAdminToken.mockRejectedValueOnce(new Error('no'));
  await expect(follow(ada())).rejects.toThrow('no');
  await vi.waitFor(async () => {
    await follow(ada());
    expect(publish).toHaveBeenCalledTimes(1);
  });
  expect(admission.userState.adminToken).toBe('token');
});

test('a person who left while the admin token was being obtained is not admitted [spec 4.18]', async () => {
  const answer = Promise.withResolvers<string>();
  obtainAdminToken.mockReturnValue(answer.promise);
  const admitted = follow(ada());
  admission.show('signed-out', null);
  answer.resolve('late');
  await admitted;
  expect([admission.userState.adminToken, publish.mock.calls.length, log.mock.calls]).toEqual([null, 1, []]);
});

test('the admin token of the current person is obtained once, whenever that of the previous one arrives', async () => {
  const [ofAda, ofEve] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  obtainAdminToken.mockReturnValueOnce(ofAda.promise).mockReturnValueOnce(ofEve.promise);
  const left = follow(ada());
  void follow(someone('eve'));
  ofAda.resolve('of ada');
  await left;
  await new Promise(setImmediate);
  const admitted = follow(someone('eve'));
  ofEve.resolve('of eve');
  await admitted;
  expect([admission.userState.adminToken, obtainAdminToken.mock.calls.length]).toEqual(['of eve', 2]);
});
