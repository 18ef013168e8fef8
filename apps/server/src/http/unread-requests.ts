import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@backcounter/domain';

/** Answers to requests that never reach a route: code and message by status. */
const REFUSALS = {
  400: ['request.malformed', 'The request is malformed.'],
  408: ['request.malformed', 'The request took too long.'],
  417: ['request.malformed', 'Only "Expect: 100-continue" is accepted.'],
  431: ['request.too-large', 'The request headers are too large.'],
} as const satisfies Record<number, readonly [ErrorCode, string]>;
type Status = keyof typeof REFUSALS;

const STATUSES: Readonly<Record<string, Status>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };
const JSON_TYPE = 'application/json; charset=utf-8';

/** Answers with an error on the raw connection and closes it. Does nothing if the connection is already closed. */
export function refuseConnection(socket: Socket, status: Status): void {
  // Sockets of requests injected by tests are not real ones.
  if (socket.destroyed !== false) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = bodyOf(status);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/** Answers bytes that are not a valid request. */
export function refuseUnreadable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET') socket.destroy();
  else refuseConnection(socket, STATUSES[error.code ?? ''] ?? 400);
}

/** Answers an `Expect` header that Node does not support. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const body = bodyOf(417);
  response
    .writeHead(417, { connection: 'close', 'content-type': JSON_TYPE, 'content-length': Buffer.byteLength(body) })
    .end(body);
}

function bodyOf(status: Status): string {
  const [code, message] = REFUSALS[status];
  return JSON.stringify({ errors: [{ message, extensions: { code } }] });
}
