/** An app of another company: what it installs, its files (name in the app: file here), and how it is built and served. */
interface OutsideApp {
  readonly name: string;
  readonly packages: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
  readonly build: 'vite' | 'next' | 'none';
}

const REACT_FILES = { 'core.ts': 'core.ts', 'shop.tsx': 'shop.tsx', 'main.tsx': 'react.tsx' };
const react = (version: string) => ({
  react: version,
  'react-dom': version,
  '@types/react': version,
  '@types/react-dom': version,
});

export const OUTSIDE_APPS: readonly OutsideApp[] = [
  { name: 'plain', packages: {}, files: { 'core.ts': 'core.ts', 'main.ts': 'plain.ts' }, build: 'none' },
  {
    name: 'vue',
    packages: { vue: '3', vite: '8' },
    files: { 'core.ts': 'core.ts', 'main.ts': 'vue.ts' },
    build: 'vite',
  },
  { name: 'react-18', packages: { ...react('18'), vite: '8' }, files: REACT_FILES, build: 'vite' },
  { name: 'react-19', packages: { ...react('19'), vite: '8' }, files: REACT_FILES, build: 'vite' },
  {
    name: 'next',
    packages: { ...react('19'), next: '16', typescript: '5', '@types/node': '24' },
    files: {
      'core.ts': 'core.ts',
      'shop.tsx': 'shop.tsx',
      'app/layout.tsx': 'layout.tsx',
      'app/[[...path]]/page.tsx': 'page.tsx',
    },
    build: 'next',
  },
];

/** The packages with which `app/tour.ts` calls the API. */
export const TOUR_PACKAGES = {
  '@apollo/client': '4',
  '@urql/core': '6',
  graphql: '16',
  rxjs: '7',
  '@types/node': '24',
};
