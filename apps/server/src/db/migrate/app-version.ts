import manifest from '../../../package.json' with { type: 'json' };

/** The version of the product that this process runs, such as `0.2.0`: that of apps/server/package.json. */
export const APP_VERSION: string = manifest.version;

/** Negative when the first version is older, positive when it is newer, 0 when both are the same. */
export function compareVersions(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true });
}
