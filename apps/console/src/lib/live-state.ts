import { createAtom } from '@tanstack/react-store';

/**
 * Since when the stream of subscriptions is lost, in milliseconds since 1970; null while it lives or nobody follows anything. The stream
 * itself is loaded later.
 */
export const streamLostSince = createAtom<number | null>(null);
