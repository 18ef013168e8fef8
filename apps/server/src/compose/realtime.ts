import type { FastifyPluginAsync } from 'fastify';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database } from '../db/client.ts';
import type { ServerSecrets } from '../db/server-secret.ts';
import { StartupError } from '../db/startup-error.ts';
import type { AllowsOrigin } from '../ports/allowed-origins.ts';
import type { Clock } from '../ports/clock.ts';
import type { AdminTokenIssuer, PictureAddress, PresenceStore, RealtimeBackplane } from '../ports/realtime.ts';
import type { IdentityParts } from './identity.ts';

/** The realtime ports and related services. */
export interface RealtimeParts {
  /** Null with Firebase, whose database the server cannot read. */
  readonly store: PresenceStore | null;
  readonly adminTokens: AdminTokenIssuer;
  readonly plugins: readonly FastifyPluginAsync[];
  /** Health of external services, for `/readyz?deep`. */
  readonly neighbours: () => Promise<Readonly<Record<string, true | string>>>;
  readonly close: () => Promise<void>;
}

export interface RealtimeNeeds {
  readonly secrets: ServerSecrets;
  readonly db: Kysely<Database>;
  readonly identity: IdentityParts;
  readonly origins: AllowsOrigin;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly pictureAddress: PictureAddress;
}

/** The realtime database in this process, on Redis, or at Firebase. */
export async function composeRealtime(config: Config, needs: RealtimeNeeds): Promise<RealtimeParts> {
  if (config.realtime === 'firebase') return firebase(config, needs);
  const [{ realtimePlugin }, { RealtimeTokens }] = await Promise.all([
    import('../embedded/realtime/realtime.plugin.ts'),
    import('../embedded/realtime/realtime-tokens.ts'),
  ]);
  const tokens = new RealtimeTokens(needs.secrets.of('realtime-key'), needs.clock);
  const { store, backplane, neighbours, close } = await openStore(config, needs.logger);
  const { port: identity, signIns } = needs.identity;
  const { clock, origins, pictureAddress } = needs;
  const isServed = config.roles.includes('realtime');
  const { LastSeen } = await import('../embedded/realtime/last-seen.ts');
  const lastSeen = isServed ? new LastSeen(needs.db, store) : null;
  const demo = isServed && config.isDemo ? await startDemo(needs.db, store) : null;
  return {
    store,
    adminTokens: tokens,
    plugins: isServed
      ? [realtimePlugin({ store, backplane, tokens, identity, signIns, origins, clock, pictureAddress })]
      : [],
    neighbours,
    close: async () => {
      demo?.stop();
      await lastSeen?.stop();
      await close();
    },
  };
}

interface StoreParts {
  readonly store: PresenceStore;
  readonly backplane: RealtimeBackplane;
  readonly neighbours: RealtimeParts['neighbours'];
  readonly close: () => Promise<void>;
}

async function openStore(config: Config, logger: Logger): Promise<StoreParts> {
  if (config.realtime === 'redis') {
    const { openRedisRealtime } = await import('../adapters/redis/redis-realtime.ts');
    return openRedisRealtime(config.redisUrl ?? '', logger);
  }
  const [{ MemoryPresence }, { MemoryBackplane }] = await Promise.all([
    import('../embedded/realtime/memory-presence.ts'),
    import('../embedded/realtime/memory-backplane.ts'),
  ]);
  const store = new MemoryPresence();
  return { store, backplane: new MemoryBackplane(), neighbours: async () => ({}), close: () => store.close() };
}

/** With Firebase, browsers use its database directly, with a token issued here. */
async function firebase(config: Config, { clock }: RealtimeNeeds): Promise<RealtimeParts> {
  const { parseServiceAccount } = await import('../adapters/firebase/service-account.ts');
  const { createCustomTokenIssuer } = await import('../adapters/firebase/custom-token.ts');
  const account = parseServiceAccount(config.firebase.serviceAccount ?? '');
  if (account === null)
    throw new StartupError(
      "FIREBASE_SERVICE_ACCOUNT must be the JSON of a service account's key file, because REALTIME is firebase.",
    );
  return {
    store: null,
    adminTokens: await createCustomTokenIssuer(account, clock),
    plugins: [],
    neighbours: async () => ({}),
    close: async () => undefined,
  };
}

/** Simulated people of the demo. */
async function startDemo(db: Kysely<Database>, store: PresenceStore): Promise<{ stop(): void }> {
  const { DemoPresence } = await import('../embedded/realtime/demo-presence.ts');
  const demo = new DemoPresence(db, store);
  demo.start();
  return demo;
}
