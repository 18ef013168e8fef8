import { chown, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '../../../db/startup-error.ts';
import type { PostgresBinaries } from '../binaries.ts';
import { durableSettings } from '../cluster.ts';
import { readCredentials } from '../credentials.ts';
import type { OsUser } from '../os-user.ts';
import { findFreePort, startPostgres } from '../postgres-process.ts';
import { setRolePasswords } from '../role-passwords.ts';
import { type ArchivedTimeline, historyName, positionOf, type WalArchive } from '../wal/wal-archive.ts';
import { RESTORE_COMMAND, WalRequests } from '../wal/wal-requests.ts';

/** A cluster unpacked from a backup and not started yet. */
export interface UnpackedCluster {
  /** Its folder, directly in `home`. */
  readonly cluster: string;
  readonly home: string;
  /** The rest of the backup, which goes into DATA_DIR beside the cluster. */
  readonly data: string;
  readonly user: OsUser | null;
  readonly binaries: PostgresBinaries;
}

/** How far to replay: an instant, the end of the archive, or the end of the backup. */
export type RecoveryTarget = Date | 'latest' | 'backup';

interface BackupStart {
  readonly timeline: number;
  readonly at: Date | null;
}

interface TargetTimeline extends ArchivedTimeline {
  readonly timeline: number;
}

/**
 * Replays the archived log on an unpacked cluster and starts a new timeline, so that later segments never reuse names.
 * The cluster is stopped afterwards.
 *
 * @returns the time of its last change; null if none was replayed
 * @throws StartupError if the archive does not reach the target
 */
export async function recoverCluster(
  unpacked: UnpackedCluster,
  archive: WalArchive,
  target: RecoveryTarget,
): Promise<string | null> {
  const backup = parseLabel(await readFile(path.join(unpacked.cluster, 'backup_label'), 'utf8'));
  if (target === 'backup') return (await replay(unpacked, archive, { recovery_target_timeline: 'current' })).lastChange;
  const timeline = await chooseTimeline(archive, backup, target);
  const lastChange = await replayTo(unpacked, archive, target, timeline);
  const credentials = await readCredentials(unpacked.data);
  // The replayed log may contain a password rotation, but the password file is the backup's.
  if (credentials !== null) await setRolePasswords(unpacked.cluster, unpacked.binaries, unpacked.user, credentials);
  return lastChange;
}

async function replayTo(
  unpacked: UnpackedCluster,
  archive: WalArchive,
  target: Date | 'latest',
  timeline: TargetTimeline,
): Promise<string | null> {
  const settings = { recovery_target_timeline: String(timeline.timeline) };
  if (target !== 'latest') {
    const stopAt = { ...settings, recovery_target_time: target.toISOString().replace('Z', '+00') };
    const { outcome, lastChange } = await replay(unpacked, archive, stopAt, timeline);
    if (outcome === 'reached') return lastChange;
    if (outcome === 'too-early') throw tooEarly(target);
    // Nothing after the instant is archived, so all of it is replayed.
  }
  return (await replay(unpacked, archive, settings, timeline)).lastChange;
}

async function chooseTimeline(
  archive: WalArchive,
  backup: BackupStart,
  target: Date | 'latest',
): Promise<TargetTimeline> {
  if (target !== 'latest' && backup.at !== null && target < backup.at) throw tooEarly(target);
  let chosen: TargetTimeline | null = null;
  for (let timeline = backup.timeline; ; timeline += 1) {
    const known = await archive.timeline(timeline);
    if (known === null && timeline > backup.timeline) break;
    const hadBegun = target === 'latest' || known?.since === null || (known !== null && known.since <= target);
    if (known !== null && hadBegun) chosen = { ...known, timeline };
  }
  const reach = chosen?.until ?? chosen?.since ?? null;
  if (chosen === null || reach === null)
    throw new StartupError(
      'WAL_ARCHIVE contains no log for this backup. Check its location, or restore without --until.',
    );
  if (target !== 'latest' && target > reach)
    throw new StartupError(`The archived log ends at ${reach.toISOString()}. Choose an earlier instant.`);
  if (!(await descends(archive, chosen.timeline, backup.timeline)))
    throw new StartupError(
      `At that time the database ran on timeline ${chosen.timeline}, which does not contain this backup (timeline ${backup.timeline}). Use another backup.`,
    );
  return chosen;
}

/** A timeline's history lists its ancestors, one per line. */
async function descends(archive: WalArchive, timeline: number, ancestor: number): Promise<boolean> {
  if (timeline === ancestor) return true;
  const history = (await archive.get(historyName(timeline)))?.toString('utf8') ?? '';
  return history.split('\n').some((line) => Number.parseInt(line, 10) === ancestor);
}

async function replay(
  unpacked: UnpackedCluster,
  archive: WalArchive,
  settings: Readonly<Record<string, string>>,
  timeline: TargetTimeline | null = null,
): Promise<{ outcome: 'reached' | 'log-ended' | 'too-early'; lastChange: string | null }> {
  const { cluster, home, user, binaries } = unpacked;
  const logFile = path.join(home, 'restore.log');
  await rm(logFile, { force: true });
  const signal = path.join(cluster, 'recovery.signal');
  await writeFile(signal, '', { mode: 0o600 });
  if (user !== null) await chown(signal, user.uid, user.gid);
  const requests = new WalRequests(home, user, archive, timeline !== null);
  await requests.start();
  let problem: Error | null = null;
  try {
    const server = await startPostgres({
      binaries,
      user,
      dataDir: cluster,
      logFile,
      port: await findFreePort(),
      startTimeoutMs: Number.POSITIVE_INFINITY,
      settings: {
        ...durableSettings(),
        restore_command: RESTORE_COMMAND,
        recovery_target_action: 'promote',
        // No one queries it, and its settings may allow fewer connections than the original's.
        hot_standby: 'off',
        // The new timeline is not archived until the first start, because this result may be refused.
        archive_mode: 'on',
        archive_command: '',
        ...settings,
      },
    });
    await server.stop();
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    problem = error;
  } finally {
    await requests.stop();
  }
  const log = await readFile(logFile, 'utf8');
  const lastChange = lastChangeIn(log);
  const absent = requests.lastAbsent();
  const hasEnded =
    problem === null ? !('recovery_target_time' in settings) : /configured recovery target/.test(problem.message);
  if (hasEnded && timeline?.last && absent !== null && positionOf(absent) <= positionOf(timeline.last))
    throw new StartupError(missing(absent, lastChange));
  if (problem === null) return { outcome: 'reached', lastChange };
  if (hasEnded) return { outcome: 'log-ended', lastChange };
  if (/before consistent recovery point/.test(problem.message)) return { outcome: 'too-early', lastChange };
  throw problem;
}

const missing = (segment: string, lastChange: string | null): string =>
  `The segment ${segment} of the log is missing in WAL_ARCHIVE${lastChange === null ? '' : `; the log before it ends at ${lastChange}`}.`;

const tooEarly = (target: Date): StartupError =>
  new StartupError(`${target.toISOString()} is before the end of this backup. Use an earlier backup.`);

function parseLabel(label: string): BackupStart {
  const timeline = Number(/^START TIMELINE: (\d+)$/m.exec(label)?.[1] ?? 1);
  const at = /^START TIME: (\S+ \S+) (?:UTC|GMT)$/m.exec(label)?.[1];
  return { timeline, at: at === undefined ? null : new Date(`${at.replace(' ', 'T')}Z`) };
}

/** As PostgreSQL logs it at the end of a recovery. */
function lastChangeIn(log: string): string | null {
  const found = [...log.matchAll(/last completed transaction was at log time (\S+ \S+?)\+00/g)].at(-1)?.[1];
  return found === undefined ? null : `${found.replace(' ', 'T')}Z`;
}
