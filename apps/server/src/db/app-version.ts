import manifest from '../../package.json' with { type: 'json' };

/** The version of the product that this process runs, such as `0.2.0`: that of apps/server/package.json. */
export const APP_VERSION: string = manifest.version;
