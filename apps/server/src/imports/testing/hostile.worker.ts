import { parentPort, workerData } from 'node:worker_threads';

const { key } = workerData as { readonly key: string };
const kept: string[][] = [];
parentPort?.postMessage({ rows: [{ number: 1, cells: ['a'] }] });
if (key === 'endless') for (;;);
if (key === 'memory') for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => `${index}`));
if (key === 'gate') {
  const gate = new SharedArrayBuffer(4);
  parentPort?.postMessage({ look: gate });
  Atomics.wait(new Int32Array(gate), 0, 0);
  parentPort?.postMessage({ problem: null });
}
