// Builds the popup as a script for any page: `release-notes.js`, a classic script that fetches releases, and the panel,
// which it loads when there are some. `node packages/release-notes/build.mjs [folder]`, default dist/embed. Fails when
// they exceed their size limits.
import {
  copyFileSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';

/** Sizes with gzip, in bytes. */
const LIMITS = { loader: 4000, together: 20_000 };

const here = dirname(fileURLToPath(import.meta.url));
const target = process.argv[2] ?? join(here, 'dist/embed');
// Built in a temporary folder and moved at the end: a failed build keeps the last good one.
const folder = `${target}-${process.pid}`;

/** @param {import('vite').Rolldown.InputOptions['input']} input @param {import('vite').Rolldown.OutputOptions} output @param {Record<string, string>} define */
async function bundle(input, output, define = {}) {
  await build({
    configFile: false,
    root: here,
    logLevel: 'warn',
    // Even if NODE_ENV says otherwise, as in a test.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"', ...define },
    resolve: {
      alias: [
        { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
        { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
        { find: /^react(-dom)?$/, replacement: 'preact/compat' },
      ],
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: { input, output, preserveEntrySignatures: 'strict' },
    },
  });
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
try {
  await bundle(
    { panel: join(here, 'src/panel.tsx') },
    { format: 'es', entryFileNames: 'release-notes-[name]-[hash].js', codeSplitting: false },
  );
  const [panel = ''] = readdirSync(folder);
  await bundle(
    { 'release-notes': join(here, 'src/embed/loader.ts') },
    { format: 'iife', entryFileNames: '[name].js', codeSplitting: false },
    { PANEL_FILE: JSON.stringify(panel) },
  );
  weigh(panel);
  rmSync(target, { recursive: true, force: true });
  renameSync(folder, target);
  if (process.argv[2] === undefined) replacePanel(join(target, panel));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The module's panel is the script's, so that its hosts need no React. @param {string} panel */
function replacePanel(panel) {
  const dist = join(here, 'dist');
  copyFileSync(panel, join(dist, 'panel.js'));
  for (const stale of globSync('{panel.js.map,{release-panel,release-section,panel-icon}.*}', { cwd: dist }))
    rmSync(join(dist, stale));
}

/** Writes .gz and .br beside each file and checks the limits. @param {string} panel */
function weigh(panel) {
  const sizes = { loader: compress('release-notes.js'), panel: compress(panel) };
  const together = sizes.loader + sizes.panel;
  console.log(`release-notes.js ${sizes.loader} B gzip, with its panel ${together} B`);
  if (sizes.loader > LIMITS.loader) throw new Error(`release-notes.js may weigh ${LIMITS.loader} B`);
  if (together > LIMITS.together) throw new Error(`release-notes.js and its panel may weigh ${LIMITS.together} B`);
}

/** @param {string} name */
function compress(name) {
  const content = readFileSync(join(folder, name));
  const gzip = gzipSync(content, { level: 9 });
  writeFileSync(join(folder, `${name}.gz`), gzip);
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content));
  return gzip.length;
}
