import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import {
  type BackupHealth,
  type BackupProblem,
  type CheckedBackup,
  type ProvenBackup,
  readBackupHealth,
} from './backup-health.ts';

const PROBLEMS: Readonly<Record<BackupProblem, string>> = {
  UNPROVEN: 'No test restore of a backup has succeeded yet.',
  OUTDATED: 'The latest backup with a successful test restore is too old.',
  FAULTS: 'The last test restore found faults in the data.',
  REFUSED: 'The last backup could not be restored.',
  FAILED: 'The last test restore failed for another reason.',
};

/** Results of test restores. */
export function addBackupHealth(builder: Builder): void {
  const checked = builder.objectRef<CheckedBackup>('CheckedBackup').implement({
    description: 'A backup whose test restore ended with a result.',
    fields: (t) => ({
      file: t.exposeString('file', { description: 'Name of its file.' }),
      takenAt: t.expose('takenAt', orNull('When it was taken; null where that could not be read.', 'DateTime')),
      endedAt: t.expose('endedAt', { type: 'DateTime', description: 'When the test restore ended.' }),
      faultCount: t.exposeInt('faultCount', { description: 'Number of faults found.' }),
      faults: t.field({
        type: ['String'],
        description: 'The first 20 of them, in English.',
        resolve: ({ faults }) => [...faults],
      }),
    }),
  });
  const proven = builder.objectRef<ProvenBackup>('ProvenBackup').implement({
    description: 'A backup whose test restore succeeded.',
    fields: (t) => ({
      file: t.exposeString('file', { description: 'Name of its file.' }),
      takenAt: t.expose('takenAt', { type: 'DateTime', description: 'When it was taken.' }),
      endedAt: t.expose('endedAt', { type: 'DateTime', description: 'When the test restore ended.' }),
    }),
  });
  const health = builder.objectRef<BackupHealth>('BackupHealth').implement({
    description: 'Whether the backups are reliable.',
    fields: (t) => ({
      problem: t.expose(
        'problem',
        orNull(
          'The problem; null: the last test restore succeeded, and its backup is recent enough.',
          addEnum(builder, 'BackupProblem', 'Reasons why backups are not reliable.', PROBLEMS),
        ),
      ),
      last: t.expose('last', orNull('The last test restore with a result; null before the first.', checked)),
      proven: t.expose('proven', orNull('The last one that succeeded; null before the first.', proven)),
    }),
  });
  builder.queryField('backupHealth', (t) =>
    t.field({
      type: health,
      nullable: true,
      description: 'Whether the backups are reliable; null if backups are not monitored (`BACKUP_DIR`).',
      extensions: needs('backup.read'),
      resolve: (_root, _args, { db, services }) =>
        services.backupProofs === null ? null : readBackupHealth(db, services.backupProofs),
    }),
  );
}
