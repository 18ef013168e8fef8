import manifest from '../../../package.json' with { type: 'json' };

/** Version of the product that this process runs, such as `0.2.0`, from apps/server/package.json. */
export const APP_VERSION: string = manifest.version;

/** Negative if the first version is older, positive if it is newer, 0 if both are equal. */
export function compareVersions(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true });
}
