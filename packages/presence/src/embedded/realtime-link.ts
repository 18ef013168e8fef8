import { MOVED, type OpenLink, RetryingLink, SESSION_ENDED } from '../tabs/retrying-link.ts';
import type { LinkListener, TabLink } from '../tabs/tab-group.ts';
import { readEvents } from './event-stream.ts';
import { type RealtimeCalls, RefusedCall } from './realtime-calls.ts';

/** The server takes no more. */
const KEYS_MAX = 500;

/** One event stream with the server, opened again as long as keys are wanted. The bearer is asked for anew with each call. */
export function realtimeLink(calls: RealtimeCalls, bearer: () => string, listener: LinkListener): TabLink {
  return new RetryingLink(
    KEYS_MAX,
    async (turn, link) => {
      try {
        return await keepStream(turn, link);
      } catch (thrown) {
        const cause = turn.signal.reason ?? thrown;
        return cause instanceof RefusedCall && (cause.status === 401 || cause.status === 403) ? SESSION_ENDED : cause;
      }
    },
    listener,
  );

  /** Reads one stream to its end. */
  async function keepStream(turn: AbortController, link: OpenLink): Promise<unknown> {
    const url = await calls.streamUrl(bearer());
    turn.signal.throwIfAborted();
    await readEvents(url, turn.signal, (type, data) => {
      const event = JSON.parse(data);
      if (type === 'moving') turn.abort(MOVED);
      if (type === 'expired') throw new RefusedCall(401);
      if (type === 'value') listener.onValue(String(event.key), event.value);
      if (type === 'open') sendKeysTo(String(event.streamId), turn, link);
    });
    return turn.signal.reason;
  }

  /** Sends the keys now and whenever they change, one request at a time. */
  function sendKeysTo(streamId: string, turn: AbortController, link: OpenLink): void {
    let sent: readonly string[] | undefined;
    let isSending = false;
    const send = async () => {
      if (isSending) return;
      isSending = true;
      while (sent !== link.keys && !turn.signal.aborted) {
        const { keys } = link;
        await calls.putKeys(bearer(), streamId, keys);
        sent = keys;
        if (!turn.signal.aborted) listener.onKeysSent(keys);
      }
      isSending = false;
      if (!turn.signal.aborted) link.live();
    };
    link.onKeys = () => void send().catch((cause) => turn.abort(cause));
    link.onKeys();
  }
}
