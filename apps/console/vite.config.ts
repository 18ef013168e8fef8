import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { libraryParts } from './library-parts.ts';
import { messageFiles } from './message-files.ts';

const BACK_END_PATHS = [
  '/graphql',
  '/identity',
  '/i18n',
  '/cdn',
  '/realtime',
  '/files',
  '/changelog',
  '/embed',
  '/docs',
  '/schema.graphql',
  '/healthz',
  '/readyz',
];
/**
 * Modules of every start, in two files instead of dozens: together they compress a tenth better. Sign-in is separate,
 * so that the hidden frame of /silent runs nothing else. Each includes its imports; a module belongs to the first one
 * that imports it.
 */
const START_CHUNKS = [
  { name: 'auth', test: /\/src\/(?:app\/auth|lib\/config)\.ts$/, priority: 5 },
  { name: 'console', test: /\/src\/app\/console\.tsx$/, priority: 4 },
];
/** Menus, loaded after the first page with the parts that dialogs and fields share with them. */
const MENUS = { name: 'menus', test: /\/packages\/ui\/src\/menu-parts\.ts$/, priority: 3 };
/**
 * Shared modules would otherwise become dozens of files of a few hundred bytes, loaded six at a time: icons are in one
 * file, and so are the modules of every list and the shared components, and those of accounts that many pages use.
 */
const SHARED_CHUNKS = [
  {
    name: 'icons',
    test: /\/node_modules\/@tabler\/icons-react\/dist\/esm\/icons\//,
    minShareCount: 2,
    priority: 1,
  },
  {
    name: 'accounts',
    test: /\/src\/(?:features\/account\/account(?:-(?:columns|filters|states|match|label-key)|\.operations)|lib\/record\/(?:record-fields|field-words)|listing\/columns\/record-columns)\.tsx?$/,
    priority: 0,
  },
  // Each further file costs every start its name.
  {
    name: 'dialogs',
    test: /\/src\/(?:records\/(?:action-dialog|reason-dialog|dialog-problem|record-dialog|record-drawer|state-buttons|state-actions)|lib\/page\/(?:dialog|focus-return|focus-if-lost|escape-without-focus))\.tsx?$/,
    priority: 0,
  },
  { name: 'listing', test: /\/src\/listing\/|\/packages\/ui\/src\//, minShareCount: 14, priority: 0 },
];
const generated = join(import.meta.dirname, 'src/generated');

/** Metadata of the generated documents, as code, by the name of their constant. */
function documentMeta(): ReadonlyMap<string, string> {
  const text = readFileSync(join(generated, 'graphql.ts'), 'utf8');
  const documents = /export const (\w+Document) = new TypedDocumentString\(`[^`]*`, (\{.*\})\) as unknown/g;
  return new Map([...text.matchAll(documents)].map(([, name = '', meta = '']) => [name, meta]));
}

/**
 * In a build, each
 * `graphql(...)` call becomes a document that keeps its id and has no text: the server has the texts in `persisted-documents.json`
 * (keys: SHA-256 in hexadecimal). Ids do not compress, so a page loads only those of its own documents.
 */
function persistedDocuments(): Plugin {
  let meta: ReadonlyMap<string, string> = new Map();
  return {
    name: 'persisted-documents',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      meta = documentMeta();
    },
    transform(code, id) {
      const path = id.split('?', 1)[0] ?? '';
      // Only its class is used; without the annotation all documents would be kept, as a constructor may have side
      // effects.
      if (path === join(generated, 'graphql.ts'))
        return {
          code: code.replace(/= new TypedDocumentString\(/g, '= /* @__PURE__ */ new TypedDocumentString('),
          map: null,
        };
      if (!path.endsWith('.operations.ts')) return null;
      const replaced = code.replace(/\bgraphql\(\s*(?:\/\*[^*]*\*\/\s*)?`([^`]*)`,?\s*\)/g, (_call, text: string) => {
        const [, kind, name] = /\b(query|mutation|subscription|fragment)\s+(\w+)/.exec(text) ?? [];
        if (name === undefined) throw new Error(`An operation without a name in ${path}`);
        // A fragment is part of the documents that use it, and unused on its own.
        if (kind === 'fragment') return 'undefined';
        const known = meta.get(`${name}Document`);
        if (known === undefined) throw new Error(`There is no generated document for ${name} of ${path}`);
        return `/* @__PURE__ */ new TypedDocumentString('', ${known})`;
      });
      // Without its import, the table of all texts is not part of the build.
      const importing = /^import \{ graphql \} from '([^']*generated\/)gql\.ts';$/m;
      return { code: replaced.replace(importing, "import { TypedDocumentString } from '$1graphql.ts';"), map: null };
    },
    generateBundle() {
      const documents = JSON.parse(readFileSync(join(generated, 'persisted-documents.json'), 'utf8')) as Record<
        string,
        string
      >;
      const byHash = Object.fromEntries(
        Object.entries(documents).map(([id, text]) => [id.replace(/^sha256:/, ''), text]),
      );
      this.emitFile({
        type: 'asset',
        fileName: 'persisted-documents.json',
        source: `${JSON.stringify(byHash, null, 1)}\n`,
      });
    },
  };
}

/** Preloads the console's own chunk and the Latin font in parallel with the entry script. */
function earlyFetches(): Plugin {
  return {
    name: 'early-fetches',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const files = Object.values(bundle);
        const start = files.find(
          (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith('/src/app/console.tsx')),
        );
        const chunks = start?.type === 'chunk' ? [start.fileName, ...start.imports] : [];
        const font = files.find((file) => /inter-latin-opsz-normal.*\.woff2$/.test(file.fileName));
        return [
          ...chunks.map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}`, nonce: '__CSP_NONCE__' },
            injectTo: 'head' as const,
          })),
          ...(font
            ? [
                {
                  tag: 'link',
                  attrs: {
                    rel: 'preload',
                    as: 'font',
                    type: 'font/woff2',
                    crossorigin: true,
                    href: `/${font.fileName}`,
                  },
                  injectTo: 'head' as const,
                },
              ]
            : []),
        ];
      },
    },
  };
}

/** The development server answers like the real one: settings in the page, and no nonce since there is no policy. */
function developmentSettings(): Plugin {
  return {
    name: 'development-settings',
    apply: 'serve',
    transformIndexHtml(html) {
      const origin = process.env['PUBLIC_URL'] ?? `http://localhost:${process.env['CONSOLE_PORT'] ?? 5173}`;
      const config = {
        issuer: process.env['OIDC_ISSUER'] ?? `${origin}/identity`,
        clientId: process.env['OIDC_CLIENT_ID'] ?? 'backcounter',
        publicUrl: origin,
        version: 'development',
        i18nBaseUrl: process.env['I18N_BASE_URL'] ?? origin,
        i18nClientId: process.env['I18N_CLIENT_ID'] ?? 'backcounter',
        cdnUrl: process.env['CDN_URL'] ?? `${origin}/cdn`,
      };
      return html
        .replace(
          '<!--backcounter-config-->',
          `<script type="application/json" id="backcounter-config">${JSON.stringify(config)}</script>`,
        )
        .replaceAll('__CSP_NONCE__', '');
    },
  };
}

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [react(), messageFiles(), libraryParts(), persistedDocuments(), earlyFetches(), developmentSettings()],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  // Short and readable names; a name of a file in two folders would be one of a class, too.
  css: {
    modules: {
      generateScopedName: (name: string, file: string) => `${basename(file, '.module.css').replace('.', '-')}-${name}`,
    },
  },
  html: command === 'build' ? { cspNonce: '__CSP_NONCE__' } : {},
  server: {
    host: process.env['HOST'] ?? '127.0.0.1',
    port: Number(process.env['CONSOLE_PORT'] ?? 5173),
    strictPort: true,
    proxy: Object.fromEntries(
      BACK_END_PATHS.map((path) => [
        path,
        { target: process.env['API_URL'] ?? 'http://127.0.0.1:3000', xfwd: true, ws: path === '/realtime' },
      ]),
    ),
  },
  build: {
    outDir: 'dist',
    target: 'es2023',
    // Data addresses would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    sourcemap: false,
    // scripts/build.mjs checks the compressed size of a start against its limits.
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    rolldownOptions: { output: { codeSplitting: { groups: [...START_CHUNKS, MENUS, ...SHARED_CHUNKS] } } },
  },
}));
