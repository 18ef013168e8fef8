import type { Logger } from 'pino';
import { openWalStore } from '../cli/wal-store.ts';
import type { Config } from '../config.ts';
import { StartupError } from '../db/startup-error.ts';
import type { WalMover } from '../embedded/postgres/wal/wal-mover.ts';

/** Starts archiving the log of the embedded database; null if no archive is configured. */
export async function composeWalArchive(
  config: Pick<Config, 'walArchive' | 's3'>,
  home: string | null,
  logger: Logger,
): Promise<WalMover | null> {
  if (config.walArchive === null || home === null) return null;
  const { WalMover: Mover } = await import('../embedded/postgres/wal/wal-mover.ts');
  const mover = new Mover({
    home,
    place: config.walArchive.place,
    open: async () => {
      const store = await openWalStore(config);
      if (store === null) throw new StartupError('WAL_ARCHIVE is not set');
      return store;
    },
    onTrouble: (trouble) => {
      if (trouble === null) logger.info('log archiving works again');
      else logger.error({ reason: trouble }, 'log archiving fails');
    },
  });
  mover.start();
  return mover;
}
