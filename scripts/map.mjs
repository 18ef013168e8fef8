// `npm run map`: the files that a reader passes to follow one thing through the code, and the hops between them.
import { sourceFiles } from './checks/source-files.mjs';
import { walksOf } from './checks/walks.mjs';

for (const { name, files, problems } of walksOf(sourceFiles())) {
  console.log(`\n${name}: ${files.length - 1} hops`);
  for (const file of files) console.log(`  ${file}`);
  for (const problem of problems) console.error(`  ${problem}`);
}
