import type { Presence } from '../presence.port.ts';
import { EmbeddedPresence } from './embedded-presence.ts';

/** Where the embedded realtime backend answers. */
export interface EmbeddedPresenceSettings {
  /** Address of the protocol; default `/realtime` of the page's own origin. */
  readonly url?: string;
}

/**
 * A client of the realtime backend that the server brings along. All tabs of a browser in which the same person is signed in share one
 * stream.
 */
export function createEmbeddedPresence({ url = '/realtime' }: EmbeddedPresenceSettings = {}): Presence {
  return new EmbeddedPresence(url);
}
