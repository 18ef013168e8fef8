import type { TestProject } from 'vitest/node';
import { prepareTemplate, startTestServer, type TestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
    /** Full sizes (`npm run test:long`). */
    isLong: boolean;
  }
}

/**
 * Starts a PostgreSQL for the whole run, or uses the one at TEST_DATABASE_URL; migrates a template database, and
 * removes everything at the end.
 */
export async function setup(project: Pick<TestProject, 'provide'>): Promise<() => Promise<void>> {
  // biome-ignore lint/style/noProcessEnv: settings of test runs are not settings of the server
  const server = await startTestServer(process.env['TEST_DATABASE_URL']);
  try {
    const { testServer, drop } = await prepareTemplate(server.adminUrl);
    project.provide('testServer', testServer);
    // biome-ignore lint/style/noProcessEnv: as above
    project.provide('isLong', process.env['TEST_LONG'] === '1');
    return async () => {
      await drop();
      await server.stop();
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
