import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';

/** `npm run bench -- NAME`: runs one benchmark, which prints its table and writes JSON under artifacts/. */
const [name] = process.argv.slice(2);
const file = new URL(`./${name}.bench.ts`, import.meta.url);
if (!name || !/^[a-z-]+$/.test(name) || !existsSync(file)) {
  const files = await readdir(new URL('.', import.meta.url));
  const names = files.filter((entry) => entry.endsWith('.bench.ts')).map((entry) => entry.replace('.bench.ts', ''));
  console.error(`Name a benchmark: npm run bench -- ${names.join(' | ')}`);
  process.exit(1);
}
await import(file.href);
// Whatever still holds a handle has nothing left to do.
process.exit();
