import { join } from 'node:path';
import { build, defaultClientConditions, type Rolldown } from 'vite';

/**
 * Builds `e2e/{folder}/host.ts` from the packages' sources, once a run; returns its files by their paths, `/host.js`
 * first.
 */
export function hostScripts(folder: string): () => Promise<ReadonlyMap<string, string>> {
  const root = join(import.meta.dirname, '..', folder);
  let files: Promise<ReadonlyMap<string, string>> | null = null;
  return () => {
    files ??= build({
      configFile: false,
      root,
      logLevel: 'error',
      resolve: { conditions: ['source', ...defaultClientConditions] },
      build: {
        write: false,
        minify: false,
        modulePreload: false,
        rolldownOptions: { input: join(root, 'host.ts'), output: { entryFileNames: 'host.js' } },
      },
    }).then((result) => {
      const { output } = result as Rolldown.RolldownOutput;
      return new Map(output.flatMap((chunk) => (chunk.type === 'chunk' ? [[`/${chunk.fileName}`, chunk.code]] : [])));
    });
    return files;
  };
}
