// Lists the statements of docs/spec-coverage.md with the tests that name them in their titles; a number counts several
// titles of a file. An argument shows one statement, section or area: `npm run coverage -- ux`.
import { coverage } from './checks/coverage.mjs';
import { sourceFiles } from './checks/source-files.mjs';

const wanted = process.argv.slice(2).join(' ');
const isWanted = (/** @type {string} */ id) =>
  wanted === '' || id === wanted || [' ', '.'].some((end) => id.startsWith(`${wanted}${end}`));
const { statements, proofs } = coverage(sourceFiles());
for (const { id, statement } of statements.filter(({ id }) => isWanted(id))) {
  console.log(`${id}  ${statement}`);
  for (const [path, count] of proofs.get(id) ?? []) console.log(`    ${path}${count > 1 ? ` (${count})` : ''}`);
}
