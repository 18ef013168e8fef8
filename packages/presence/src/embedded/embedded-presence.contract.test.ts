import { presenceContract } from '../testing/presence-contract.ts';
import { RealtimeDouble } from '../testing/realtime-double.ts';
import { createEmbeddedPresence } from './index.ts';

presenceContract('embedded presence', async () => {
  const server = await new RealtimeDouble().start();
  return {
    connect: () => createEmbeddedPresence({ url: server.url }),
    base: 0,
    person: (uid, kind) => ({ uid, adminToken: `${kind}:${uid}` }),
    put: (firebaseId, storeSid) => server.put(firebaseId, storeSid),
    drop: (firebaseId) => server.drop(firebaseId),
    withPicture() {
      server.pictures.set('fb-1', 'there');
      return 'fb-1';
    },
    forbidPicture: (firebaseId) => void server.pictures.set(firebaseId, 'forbidden'),
    stop: () => server.stop(),
    start: async () => void (await server.start()),
    close: () => server.stop(),
  };
});
