import { createAtom } from '@tanstack/react-store';

/** When the subscription stream was lost, in milliseconds since 1970; null while it works or nothing is subscribed. */
export const streamLostSince = createAtom<number | null>(null);
