import { afterAll } from 'vitest';
import { createTestApp, type TestApp } from './test-app.ts';
import { startTestWorker } from './test-worker.ts';

/** An application for one file of tests, which is closed after them. */
export async function fileApp(...settings: Parameters<typeof createTestApp>): Promise<TestApp> {
  const test = await createTestApp(...settings);
  afterAll(() => test.close());
  return test;
}

/** A worker for one file of tests, which ends before its application. */
export function startFileWorker(...settings: Parameters<typeof startTestWorker>): void {
  const worker = startTestWorker(...settings);
  afterAll(() => worker.stop());
}
