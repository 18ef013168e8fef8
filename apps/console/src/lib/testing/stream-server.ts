/** A server of the single connection mode of GraphQL over SSE, as far as a link uses it. */
export function createStreamServer() {
  const encoder = new TextEncoder();
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  const tokens: string[] = [];
  const opened: number[] = [];
  const operations: string[] = [];
  const server = {
    isDown: false,
    accepted: (_bearer: string) => true,
    streamType: 'text/event-stream',
    openStreams: 0,
    onStream: () => undefined as unknown,
  };
  const ended: string[] = [];
  const credentials = new Set<RequestCredentials | undefined>();
  const answer = async (_input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    credentials.add(init.credentials);
    if (server.isDown) {
      opened.push(Date.now());
      throw new TypeError('Failed to fetch');
    }
    const method = init.method ?? 'GET';
    const bearer = new Headers(init.headers).get('authorization') ?? '';
    if (!server.accepted(bearer)) {
      if (method === 'PUT') opened.push(Date.now());
      return Response.json({ errors: [{ message: 'no', extensions: { code: 'session.expired' } }] }, { status: 401 });
    }
    if (method === 'PUT') {
      opened.push(Date.now());
      tokens.push(bearer);
      return new Response('stream', { status: 201 });
    }
    if (method === 'POST') {
      const { extensions } = JSON.parse(String(init.body)) as { extensions: { operationId: string } };
      operations.push(extensions.operationId);
      return new Response(null, { status: 202 });
    }
    if (method === 'DELETE') {
      ended.push(String(_input));
      return new Response(null, { status: 200 });
    }
    server.openStreams += 1;
    server.onStream();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        streams.push(controller);
        init.signal?.addEventListener('abort', () => {
          server.openStreams -= 1;
          controller.error(new DOMException('Aborted', 'AbortError'));
        });
      },
    });
    return new Response(body, { status: 200, headers: { 'content-type': server.streamType } });
  };
  return {
    server,
    answer: answer as typeof fetch,
    streams,
    tokens,
    opened,
    operations,
    ended,
    credentials,
    beat: () => streams.at(-1)?.enqueue(encoder.encode(':\n\n')),
    /** Sends results of the last subscription, in one chunk. */
    send(...results: unknown[]) {
      const events = results.map((news) => JSON.stringify({ id: operations.at(-1), payload: { data: { news } } }));
      streams.at(-1)?.enqueue(encoder.encode(events.map((data) => `event: next\ndata: ${data}\n\n`).join('')));
    },
    breakOff: () => streams.at(-1)?.error(new TypeError('network error')),
  };
}
