import type { IncomingMessage } from 'node:http';

const SOCKET_PATH = '/realtime/socket';

/**
 * Whether a request may become a WebSocket. Node answers all others as plain requests: an upgraded connection has no
 * timeouts and would stay open after its response.
 */
export function mayUpgrade({ url = '', headers: { upgrade = '' } }: IncomingMessage): boolean {
  return upgrade.toLowerCase() === 'websocket' && url.split('?', 1)[0] === SOCKET_PATH;
}
