import { afterAll } from 'vitest';
import { createTestApp, type TestApp } from './test-app.ts';

/** An application for one file of tests, which is closed after them. */
export async function fileApp(...settings: Parameters<typeof createTestApp>): Promise<TestApp> {
  const test = await createTestApp(...settings);
  afterAll(() => test.close());
  return test;
}
