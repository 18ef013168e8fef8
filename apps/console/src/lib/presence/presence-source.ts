import type { Presence } from '@backcounter/presence';
import { createAtom } from '@tanstack/react-store';

/** The realtime backend. */
interface PresenceSource {
  /** Null until its code is loaded. */
  readonly presence: Presence | null;
  /** Whether an account may have a picture that the API does not know of. */
  readonly hasUnknownPictures: boolean;
}

/** The realtime backend of this page. */
export const presenceSource = createAtom<PresenceSource>({ presence: null, hasUnknownPictures: false });
