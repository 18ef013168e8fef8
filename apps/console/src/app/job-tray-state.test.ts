import { expect, test, vi } from 'vitest';

test('the tray publishes the number of active jobs when it changes', async () => {
  vi.resetModules();
  const { jobTrayCounts } = await import('./job-tray-state.ts');
  expect(jobTrayCounts.get()).toEqual({ running: 0, failed: 0, all: 0 });
  const heard: unknown[] = [];
  const following = jobTrayCounts.subscribe(() => heard.push(jobTrayCounts.get()));
  const changes = [
    { running: 1, failed: 0, all: 0 },
    { running: 1, failed: 1, all: 0 },
    { running: 1, failed: 1, all: 2 },
  ];
  for (const counts of [...changes, { running: 1, failed: 1, all: 2 }]) jobTrayCounts.set(counts);
  expect(heard).toEqual(changes);
  following.unsubscribe();
  jobTrayCounts.set({ running: 0, failed: 1, all: 2 });
  expect(heard).toEqual(changes);
});
