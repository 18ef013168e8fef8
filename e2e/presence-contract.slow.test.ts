import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { type Session, signIn } from '../bench/sign-in.ts';
import { createEmbeddedPresence } from '../packages/presence/src/embedded/index.ts';
import { presenceContract } from '../packages/presence/src/testing/presence-contract.ts';
import { startOwnProduct } from './harness/own-product.ts';
import { PresenceWriter } from './harness/presence-writer.ts';
import type { Product } from './harness/product.ts';

/** A product of its own, as the contract stops and restarts it. */
let product: Product;
let writer: PresenceWriter;
let sessions: Readonly<Record<'anna' | 'ben', Session>>;
beforeAll(async () => {
  product = await startOwnProduct();
  const [anna, ben] = await Promise.all([
    signIn(product.url, 'admin@demo.test'),
    signIn(product.url, 'marketing@demo.test'),
  ]);
  sessions = { anna, ben };
  writer = await PresenceWriter.open(product.url);
});
afterAll(() => product?.remove());

async function ask<Data>(session: Session, query: string, variables: object = {}, headers = {}): Promise<Data> {
  const answer = await fetch(`${product.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${session.accessToken}`, ...headers },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await answer.json()) as { data?: Data; errors?: unknown };
  if (!data) throw new Error(JSON.stringify(errors));
  return data;
}

async function adminTokenOf(session: Session): Promise<{ readonly uid: string; readonly adminToken: string }> {
  const { viewer } = await ask<{ viewer: { sub: string } }>(session, '{ viewer { sub } }');
  const { getFirebaseAdminToken } = await ask<{ getFirebaseAdminToken: string }>(
    session,
    'query Token($user_id: String!) { getFirebaseAdminToken(user_id: $user_id) }',
    { user_id: viewer.sub },
  );
  return { uid: viewer.sub, adminToken: getFirebaseAdminToken };
}

/** The smallest valid PNG. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
let pictured: Promise<string> | undefined;

/** Gives an account a picture, as the administrator, and returns its Firebase id. */
async function givePicture(): Promise<string> {
  const uploaded = await fetch(`${product.url}/files/uploads?kind=picture`, {
    method: 'POST',
    headers: { 'content-type': 'image/png', authorization: `Bearer ${sessions.anna.accessToken}` },
    body: Buffer.from(PIXEL, 'base64'),
  });
  const { uploadId } = (await uploaded.json()) as { uploadId: string };
  const { accounts } = await ask<{ accounts: { nodes: { id: string; version: number; firebaseId: string | null }[] } }>(
    sessions.anna,
    '{ accounts(first: 100, filter: { state: { in: [ACTIVE] } }) { nodes { id version firebaseId } } }',
  );
  const account = accounts.nodes.find(({ firebaseId }) => firebaseId !== null);
  if (!account?.firebaseId) throw new Error('No account has a firebase id');
  await ask(
    sessions.anna,
    'mutation Give($input: SetAccountPictureInput!) { setAccountPicture(input: $input) { account { id } } }',
    { input: { id: account.id, expectedVersion: account.version, uploadId } },
    { 'x-backcounter-mutation': '1', 'idempotency-key': randomUUID() },
  );
  return account.firebaseId;
}

async function onlineNow(adminToken: string): Promise<number> {
  const session = await fetch(`${product.url}/realtime/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: adminToken }),
  });
  const bearer = ((await session.json()) as { session: string }).session;
  const count = await fetch(`${product.url}/realtime/online?shallow=count`, {
    headers: { authorization: `Bearer ${bearer}` },
  });
  return (await count.json()) as number;
}

presenceContract('embedded presence, on the real server [spec 3.14]', async () => {
  const put = new Set<string>();
  return {
    connect: () => createEmbeddedPresence({ url: `${product.url}/realtime` }),
    base: await onlineNow((await adminTokenOf(sessions.anna)).adminToken),
    async person(name, kind) {
      const { uid, adminToken } = await adminTokenOf(sessions[name]);
      if (kind === 'good') return { uid, adminToken };
      // Would take an hour; the server's own tests have a clock.
      if (kind === 'expired') return null;
      const [header, claims] = adminToken.split('.');
      return { uid, adminToken: `${header}.${claims}.${'A'.repeat(43)}` };
    },
    async put(firebaseId, storeSid) {
      put.add(firebaseId);
      await writer.put(firebaseId, storeSid);
    },
    async drop(firebaseId) {
      put.delete(firebaseId);
      await writer.drop(firebaseId);
    },
    withPicture: () => {
      pictured ??= givePicture();
      return pictured;
    },
    stop: () => product.kill(),
    start: () => product.startAgain(),
    async close() {
      if (!(await product.isReady())) await product.startAgain();
      await Promise.all([...put].map((firebaseId) => writer.drop(firebaseId)));
    },
  };
});
