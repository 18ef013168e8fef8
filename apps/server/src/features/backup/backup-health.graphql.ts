import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import {
  BACKUP_PROBLEMS,
  type BackupHealth,
  type CheckedBackup,
  type ProofPolicy,
  type ProvenBackup,
  readBackupHealth,
} from './backup-health.ts';

declare module '../../graphql/request-context.ts' {
  interface Services {
    /** Null: nothing is said of backups. */
    readonly backupProofs: ProofPolicy | null;
  }
}

/** Results of test restores. */
export function addBackupHealth(builder: Builder): void {
  const checked = builder.objectRef<CheckedBackup>('CheckedBackup').implement({
    fields: (t) => ({
      file: t.exposeString('file'),
      takenAt: t.expose('takenAt', { type: 'DateTime', nullable: true, description: 'Null: could not be read.' }),
      endedAt: t.expose('endedAt', { type: 'DateTime', description: 'When the test restore ended.' }),
      faultCount: t.exposeInt('faultCount'),
      faults: t.field({
        type: ['String'],
        description: 'The first 20, in English.',
        resolve: ({ faults }) => [...faults],
      }),
    }),
  });
  const proven = builder.objectRef<ProvenBackup>('ProvenBackup').implement({
    fields: (t) => ({
      file: t.exposeString('file'),
      takenAt: t.expose('takenAt', { type: 'DateTime' }),
      endedAt: t.expose('endedAt', { type: 'DateTime' }),
    }),
  });
  const health = builder.objectRef<BackupHealth>('BackupHealth').implement({
    fields: (t) => ({
      problem: t.expose('problem', {
        type: builder.enumType('BackupProblem', { values: BACKUP_PROBLEMS }),
        nullable: true,
        description: 'Null: the last test restore succeeded, and its backup is recent enough.',
      }),
      last: t.expose('last', { type: checked, nullable: true, description: 'The last test restore with a result.' }),
      proven: t.expose('proven', { type: proven, nullable: true, description: 'The last one that succeeded.' }),
    }),
  });
  builder.queryField('backupHealth', (t) =>
    t.field({
      type: health,
      nullable: true,
      description: 'Null where backups are not watched (`BACKUP_DIR`).',
      extensions: needs('backup.read'),
      resolve: (_root, _args, { db, services }) =>
        services.backupProofs === null ? null : readBackupHealth(db, services.backupProofs),
    }),
  );
}
