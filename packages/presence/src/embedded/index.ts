import type { Presence } from '../presence.port.ts';
import { EmbeddedPresence } from './embedded-presence.ts';

/** Settings of the embedded realtime backend. */
export interface EmbeddedPresenceSettings {
  /** URL of the protocol; default `/realtime` of the page's own origin. */
  readonly url?: string;
}

/**
 * Creates a client of the realtime backend in the server. All tabs of a browser in which the same person is signed in
 * share one stream.
 */
export function createEmbeddedPresence({ url = '/realtime' }: EmbeddedPresenceSettings = {}): Presence {
  return new EmbeddedPresence(url);
}
