import type { Presence } from '@backcounter/presence';
import { createAtom } from '@tanstack/react-store';

/** The realtime backend. */
interface PresenceSource {
  /** Null as long as its code has not been loaded. */
  readonly presence: Presence | null;
  /** Whether somebody may have a picture of whom the API says that none is known. */
  readonly hasUnknownPictures: boolean;
}

/** The realtime backend of this page. */
export const presenceSource = createAtom<PresenceSource>({ presence: null, hasUnknownPictures: false });
