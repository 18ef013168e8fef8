import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { errorCodeOf } from '../../db/error-code.ts';
import { StartupError } from '../../db/startup-error.ts';

export interface InstanceLock {
  release(): Promise<void>;
}

/**
 * Makes this process the only one that manages a data folder. The lock is a listening socket, which the operating
 * system releases however the process ends.
 *
 * @throws StartupError if another process holds it
 */
export async function lockDataDir(dataDir: string): Promise<InstanceLock> {
  const address = lockAddress(dataDir);
  const server = createServer((socket) => socket.destroy());
  try {
    await listenOrReplace(server, address);
  } catch (cause) {
    if (errorCodeOf(cause) !== 'EADDRINUSE') throw cause;
    throw new StartupError(
      `Another Backcounter is running on the data folder ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

function lockAddress(dataDir: string): string {
  const name = `backcounter-${createHash('sha256').update(dataDir).digest('hex').slice(0, 32)}`;
  if (process.platform === 'linux') return `\0${name}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return path.join(tmpdir(), `${name}.sock`);
}

async function listenOrReplace(server: Server, address: string): Promise<void> {
  try {
    await listen(server, address);
  } catch (error) {
    const isStale = errorCodeOf(error) === 'EADDRINUSE' && path.isAbsolute(address) && !(await answers(address));
    if (!isStale) throw error;
    await rm(address, { force: true });
    await listen(server, address);
  }
}

function listen(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
