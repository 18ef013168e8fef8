import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { TREE } from './child.ts';
import { startProduct } from './product.ts';
import { Report } from './report.ts';
import { isShort, size } from './size.ts';

const ACCOUNTS = size('BENCH_ACCOUNTS', 100_000, 400);
const MANY = 1_000_000;
const GOAL_S = { many: 480, few: 60 };

const folder = 'bench-seed';
if (!isShort) await rm(join(TREE, '.cache', folder), { recursive: true, force: true });
const product = await startProduct({ accounts: ACCOUNTS, folder });
const report = new Report('seed', 1);
report.add({
  name: `first start with ${ACCOUNTS} demo accounts`,
  figure: product.readyMs / 1_000,
  unit: 's',
  goal: ACCOUNTS < MANY ? GOAL_S.few : GOAL_S.many,
});
await report.finish();
await product.stop();
