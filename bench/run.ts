import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { compare } from './compare.ts';
import { stopShared } from './product.ts';

/**
 * `npm run bench -- NAME`: runs one benchmark, which prints its table row by row and writes JSON under artifacts/.
 *   compare REV [NAME]  a benchmark on a revision and on this tree, alternating; default: statements
 *   --short NAME  with tiny data, to check that it works; `all` runs every benchmark, as `npm test` does
 */
const SHORT_LIMIT_MS = 240_000;

interface Result {
  readonly name: string;
  readonly passed: boolean;
  readonly seconds: number;
  readonly problems: readonly string[];
}

const files = await readdir(import.meta.dirname);
const names = files.filter((file) => file.endsWith('.bench.ts')).map((file) => file.replace('.bench.ts', ''));
const isShort = process.argv.includes('--short');
const [name = '', ...rest] = process.argv.slice(2).filter((argument) => argument !== '--short');
if (name === 'compare') {
  const [revision = 'HEAD', compared = 'statements'] = rest;
  await compare(revision, compared);
  process.exit();
}
const wanted = isShort && name === 'all' ? names : names.filter((each) => each === name);
if (wanted.length === 0) {
  console.error(`Name a benchmark: npm run bench -- ${[...names, 'compare REV [NAME]'].join(' | ')}`);
  process.exit(1);
}
const results: Result[] = [];
// The dashboard's is last: it generates transfers that are in no balance, which the ledger's would detect.
wanted.sort((a, b) => Number(a === 'dashboard') - Number(b === 'dashboard'));
for (const each of wanted) results.push(await run(each));
if (wanted.length > 1) {
  await mkdir('artifacts', { recursive: true });
  await writeFile('artifacts/bench.json', JSON.stringify(results, null, 2));
  const passed = results.filter((result) => result.passed).length;
  console.log(`\nbench: ${passed} passed, ${results.length - passed} failed`);
}
await stopShared();
// Open handles have nothing left to do.
process.exit(results.every(({ passed }) => passed) ? 0 : 1);

/** Runs a benchmark to its end or its first error, even if no call awaits it. */
async function run(each: string): Promise<Result> {
  const begun = performance.now();
  const { promise: broken, reject } = Promise.withResolvers<never>();
  process.on('uncaughtException', reject);
  const limit = isShort
    ? setTimeout(() => reject(new Error(`Not done after ${SHORT_LIMIT_MS} ms`)), SHORT_LIMIT_MS)
    : 0;
  const problems: string[] = [];
  try {
    await Promise.race([import(`./${each}.bench.ts`), broken]);
  } catch (error) {
    console.error(error);
    problems.push(error instanceof Error ? error.message : String(error));
  }
  clearTimeout(limit);
  process.off('uncaughtException', reject);
  const seconds = (performance.now() - begun) / 1000;
  console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${each} ${seconds.toFixed(1)} s\n`);
  return { name: each, passed: problems.length === 0, seconds, problems };
}
