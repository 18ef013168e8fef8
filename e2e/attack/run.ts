import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AttackClass } from './attack.ts';
import { Target } from './target.ts';

/**
 * `npm run attack`: attacks a separate product with production settings, prints a table of the classes and exits with 1
 * if an attempt succeeds. A name runs only that class: `npm run attack -- 'document bombs'`.
 */
const SIDE_BY_SIDE = 4;
const LEAST_CLASSES = 40;
const LEAST_ATTEMPTS = 4_000;

interface Result {
  readonly name: string;
  readonly passed: boolean;
  readonly attempts: number;
  readonly seconds: number;
  readonly problems: readonly string[];
}

const only = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
const folder = join(import.meta.dirname, 'classes');
const classes: AttackClass[] = [];
for (const file of (await readdir(folder)).sort()) {
  const { ATTACKS } = (await import(join(folder, file))) as { readonly ATTACKS: readonly AttackClass[] };
  classes.push(...ATTACKS.filter(({ name }) => only === undefined || name === only));
}
if (classes.length === 0) throw new Error(`There is no class ${only}.`);
const results: Result[] = [];
console.log(line('class', 'attempts', 'failed', 'seconds', 'covers'));
let dataDir: string | undefined;
let last: Target | undefined;
for (const settings of ['production', 'open-documents'] as const) {
  const wanted = classes.filter((each) => each.settings === settings);
  if (wanted.length === 0) continue;
  await last?.stop();
  const target = await Target.start(settings === 'production' ? {} : { TRUSTED_DOCUMENTS_ONLY: 'false' }, dataDir);
  last = target;
  dataDir = target.product.dataDir;
  for (const each of wanted) results.push(await attack(each, target));
}
await last?.stop();
await last?.product.remove();
const attempts = results.reduce((sum, result) => sum + result.attempts, 0);
const failed = results.reduce((sum, result) => sum + result.problems.length, 0);
console.log(`\nattack: ${results.length} classes, ${attempts} attempts, ${failed} failed`);
if (only === undefined && (results.length < LEAST_CLASSES || attempts < LEAST_ATTEMPTS)) {
  const words = `fewer than ${LEAST_ATTEMPTS} attempts in ${LEAST_CLASSES} classes`;
  console.error(words);
  results.push({ name: 'extent', passed: false, attempts: 0, seconds: 0, problems: [words] });
}
await mkdir('artifacts', { recursive: true });
await writeFile('artifacts/attack.json', JSON.stringify(results, null, 2));
process.exit(results.every(({ passed }) => passed) ? 0 : 1);

async function attack({ name, covers, attempts: make }: AttackClass, target: Target): Promise<Result> {
  const begun = performance.now();
  const problems: string[] = [];
  let count = 0;
  try {
    const waiting = [...(await make(target))];
    count = waiting.length;
    const work = async (): Promise<void> => {
      for (let attempt = waiting.shift(); attempt !== undefined; attempt = waiting.shift()) {
        try {
          await attempt.run();
        } catch (error) {
          problems.push(`${attempt.title}: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
    if (!(await target.product.isReady())) problems.push('The product is not ready afterwards');
  } catch (error) {
    problems.push(`not begun: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
  const seconds = (performance.now() - begun) / 1000;
  console.log(line(name, String(count), String(problems.length), seconds.toFixed(1), covers));
  for (const problem of problems) console.log(`     ${problem}`);
  return { name, passed: problems.length === 0 && count > 0, attempts: count, seconds, problems };
}

function line(name: string, ...rest: readonly string[]): string {
  const [attempts = '', failed = '', seconds = '', covers = ''] = rest;
  return `${name.padEnd(30)}${attempts.padStart(9)}${failed.padStart(8)}${seconds.padStart(9)}  ${covers}`.trimEnd();
}
