import { MOVED, type OpenLink, RetryingLink, SESSION_ENDED } from '../tabs/retrying-link.ts';
import type { LinkListener, TabLink } from '../tabs/tab-group.ts';
import { readEvents } from './event-stream.ts';
import { type RealtimeCalls, RefusedCall } from './realtime-calls.ts';

/** Limit of the server. */
const KEYS_MAX = 500;

/** One event stream with the server, reopened while there are keys. Each call gets the current bearer. */
export function realtimeLink(calls: RealtimeCalls, bearer: () => string, listener: LinkListener): TabLink {
  /** Sends the keys now and whenever they change, one request at a time. */
  const sendKeysTo = (streamId: string, turn: AbortController, link: OpenLink): void => {
    const { signal } = turn;
    let sent: readonly string[] | undefined;
    let isSending = false;
    const send = async () => {
      if (isSending) return;
      isSending = true;
      while (sent !== link.keys && !signal.aborted) {
        const { keys } = link;
        await calls.putKeys(bearer(), streamId, keys);
        sent = keys;
        if (!signal.aborted) listener.onKeysSent(keys);
      }
      isSending = false;
      if (!signal.aborted) link.live();
    };
    link.onKeys = () => void send().catch((cause) => turn.abort(cause));
    link.onKeys();
  };
  return new RetryingLink(
    KEYS_MAX,
    async (turn, link) => {
      const { signal } = turn;
      let cause: unknown;
      try {
        const url = await calls.streamUrl(bearer());
        signal.throwIfAborted();
        await readEvents(url, signal, (type, data) => {
          const event = JSON.parse(data);
          if (type === 'moving') turn.abort(MOVED);
          if (type === 'expired') throw new RefusedCall(401);
          if (type === 'value') listener.onValue(String(event.key), event.value);
          if (type === 'open') sendKeysTo(String(event.streamId), turn, link);
        });
      } catch (thrown) {
        cause = thrown;
      }
      cause = signal.reason ?? cause;
      return cause instanceof RefusedCall && (cause.status === 401 || cause.status === 403) ? SESSION_ENDED : cause;
    },
    listener,
  );
}
