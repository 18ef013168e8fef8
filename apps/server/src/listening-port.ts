import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { errorCodeOf } from './db/error-code.ts';
import { StartupError } from './db/startup-error.ts';

export interface ListeningAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Checks that the port is free before anything is prepared.
 *
 * @throws StartupError like `listen`
 */
export function checkPort({ host, port }: ListeningAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(portProblem({ host, port }, error)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/**
 * Starts to serve.
 *
 * @throws StartupError if the port is in use or not permitted
 */
export async function listen(app: FastifyInstance, address: ListeningAddress): Promise<void> {
  try {
    await app.listen({ host: address.host, port: address.port });
  } catch (error) {
    throw portProblem(address, error);
  }
}

function portProblem({ host, port }: ListeningAddress, error: unknown): unknown {
  const sentences: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is in use by another program: stop it, or set PORT to another port.`,
    EACCES: `Port ${port} may not be opened by this user: set PORT to 1024 or higher.`,
    EADDRNOTAVAIL: `HOST must be an address of this machine, not "${host}".`,
    ENOTFOUND: `HOST must be an address of this machine, not "${host}".`,
  };
  const sentence = sentences[errorCodeOf(error) ?? ''];
  return sentence === undefined ? error : new StartupError(sentence, { cause: error });
}
