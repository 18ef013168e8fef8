import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@backcounter/domain';
import Fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { DatabaseMachineRegistry } from '../../../db/machine-registry.ts';
import { createTestDatabase, type TestDatabase } from '../../../db/testing/test-database.ts';
import type { Clock } from '../../../ports/clock.ts';
import { freePort } from '../../../testing/free-port.ts';
import { createEmbeddedIdentity, type EmbeddedIdentity } from '../embedded-identity.ts';
import type { IdentityMail } from '../mail-port.ts';

export interface IdentityServer extends EmbeddedIdentity {
  readonly app: FastifyInstance;
  readonly publicUrl: string;
  readonly database: TestDatabase;
  readonly dataDir: string;
  /** Shifts the clock of the provider's own code. */
  readonly clock: { skewMs: number } & Clock;
  stop(): Promise<void>;
}

/** Starts only the provider, on a free port and its own database. `prepare` adds routes. */
export async function startIdentityServer(
  options: {
    isDemo?: boolean;
    demoPassword?: string;
    secondFactorRoles?: readonly Role[];
    mail?: IdentityMail;
    prepare?: (app: FastifyInstance) => void;
  } = {},
): Promise<IdentityServer> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'backcounter-identity-'));
  const port = await freePort();
  const publicUrl = `http://localhost:${port}`;
  const clock = { skewMs: 0, now: () => new Date(Date.now() + clock.skewMs) };
  const embedded = await createEmbeddedIdentity({
    publicUrl,
    clientId: 'backcounter',
    isDemo: options.isDemo ?? true,
    demoPassword: options.demoPassword ?? null,
    dataDir,
    identityKey: null,
    transportSecurity: null,
    origins: (origin) => [publicUrl, 'https://shop.example'].includes(origin),
    secondFactorRoles: options.secondFactorRoles ?? [],
    pool: database.pool,
    db: database.db,
    machines: new DatabaseMachineRegistry(database.pool, clock, options.isDemo ?? true),
    mail: options.mail ?? { isOn: false, readOutbox: null },
    clock,
    logger: pino({ level: 'silent' }),
  });
  const app = Fastify();
  options.prepare?.(app);
  await app.register(embedded.plugin);
  await app.listen({ port, host: 'localhost' });
  return {
    ...embedded,
    app,
    publicUrl,
    database,
    dataDir,
    clock,
    stop: async () => {
      await app.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
