import { fileURLToPath } from 'node:url';

/** Variables by which `datefudge` gives a process another clock. */
const CLOCK = ['LD_PRELOAD', 'LD_LIBRARY_PATH', 'DATEFUDGE'];

/** Gives a process with an environment of its own the clock of this one; empty without `datefudge`. */
export const clockEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  // biome-ignore lint/style/noProcessEnv: settings of test runs are not settings of the server
  CLOCK.flatMap((name) => (process.env['DATEFUDGE'] === undefined ? [] : [[name, process.env[name] ?? '']])),
);

/** Environment of child processes besides their settings: the compile cache, as a server has it, and the clock of the tests. */
export const childEnvironment = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../../.cache/compile', import.meta.url)),
  ...clockEnvironment,
};
