import { presenceStoreContract } from '../../ports/testing/realtime.contract.ts';
import { MemoryPresence } from './memory-presence.ts';

presenceStoreContract('presence in memory', async () => {
  let nowMs = 1_800_000_000_000;
  const store = new MemoryPresence(() => nowMs);
  return {
    store,
    other: store,
    pass: (seconds) => {
      nowMs += seconds * 1_000;
    },
    end: () => store.close(),
  };
});
