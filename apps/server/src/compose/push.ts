import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import { bestEffort } from '../db/best-effort.ts';
import type { Database } from '../db/client.ts';
import { StartupError } from '../db/startup-error.ts';
import type { Clock } from '../ports/clock.ts';
import { countPush } from '../ports/event-counts.ts';
import type { PushPort } from '../ports/push.ts';

/** The configured push service. */
export interface PushParts {
  readonly port: PushPort;
  /** Health of an external service, for `/readyz?deep`. */
  readonly neighbours: () => Promise<Readonly<Record<string, true | string>>>;
}

/** Firebase Cloud Messaging, or a sandbox in this process that starts with the first message. */
export async function composePush(config: Config, db: Kysely<Database>, clock: Clock): Promise<PushParts> {
  const parts = config.push === 'fcm' ? await composeFcm(config, clock) : await composeSandbox(config, db);
  return { ...parts, port: withPictures(parts.port, config.publicUrl) };
}

/** A push service whose messages have whole addresses of uploaded pictures, as phones need them; counts its answers. */
export function withPictures(port: PushPort, publicUrl: string): PushPort {
  return {
    check: () => port.check(),
    close: () => port.close(),
    send: async (messages) => {
      const outcomes = await port.send(
        messages.map((message) =>
          message.imageUrl?.startsWith('/') ? { ...message, imageUrl: `${publicUrl}${message.imageUrl}` } : message,
        ),
      );
      for (const { kind } of outcomes) countPush(kind);
      return outcomes;
    },
  };
}

async function composeSandbox(config: Config, db: Kysely<Database>): Promise<PushParts> {
  const { createSandboxPush } = await import('../embedded/push/sandbox.push.ts');
  let starting: Promise<{ readonly url: string; end(): Promise<void> }> | undefined;
  const start = async () => {
    const [{ startPushSandbox }, { recordReceipts }] = await Promise.all([
      import('../embedded/push/push-sandbox.ts'),
      import('../features/notification/dispatch/record-receipts.ts'),
    ]);
    return startPushSandbox({
      rates: config.pushSandbox,
      onReceipts: async (receipts) =>
        void (await bestEffort('recording receipts of the push sandbox', () => recordReceipts(db, receipts))),
    });
  };
  const port = createSandboxPush(async () => {
    starting ??= start();
    return (await starting).url;
  });
  return {
    port: {
      ...port,
      close: async () => {
        await port.close();
        await (await starting)?.end();
      },
    },
    neighbours: async () => ({}),
  };
}

async function composeFcm(config: Config, clock: Clock): Promise<PushParts> {
  const [{ createFcmPush }, { parseServiceAccount }] = await Promise.all([
    import('../adapters/firebase/fcm.push.ts'),
    import('../adapters/firebase/service-account.ts'),
  ]);
  const serviceAccount = parseServiceAccount(config.firebase.serviceAccount ?? '');
  if (serviceAccount === null) {
    throw new StartupError(
      "FIREBASE_SERVICE_ACCOUNT must be the JSON of a service account's key file, because PUSH is fcm.",
    );
  }
  const projectId = config.firebase.projectId ?? serviceAccount.projectId ?? '';
  const port = createFcmPush({ projectId, serviceAccount, clock });
  return { port, neighbours: async () => ({ push: await port.check() }) };
}
