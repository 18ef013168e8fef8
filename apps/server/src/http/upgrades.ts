import type { IncomingMessage } from 'node:http';

const SOCKET_PATH = '/realtime/socket';

/**
 * Whether a request may become a WebSocket. Node answers any other as a plain one: what it hands over as an upgrade has no time limits and would
 * stay open after its answer.
 */
export function mayUpgrade({ url = '', headers: { upgrade = '' } }: IncomingMessage): boolean {
  return upgrade.toLowerCase() === 'websocket' && url.split('?', 1)[0] === SOCKET_PATH;
}
