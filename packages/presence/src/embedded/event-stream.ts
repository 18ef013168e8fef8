/** The server sends a comment every 15 s. A connection without any byte for this long is dead. */
const SILENCE_MS = 40_000;
const EVENT_MAX_CHARACTERS = 1_000_000;

/**
 * Reads server-sent events until the server ends the stream. Not `EventSource`, which hides comments, so that a
 * silently dead connection looks alive for many minutes.
 *
 * @throws Error when the answer is not an event stream, on a network error, the signal's reason, or the listener's
 * error
 */
export async function readEvents(
  url: string,
  outer: AbortSignal,
  onEvent: (type: string, data: string) => void,
): Promise<void> {
  const silent = new AbortController();
  const signal = AbortSignal.any([outer, silent.signal]);
  const listen = () => setTimeout(() => silent.abort(), SILENCE_MS);
  let timer = listen();
  try {
    const response = await fetch(url, { signal, cache: 'no-store', headers: { accept: 'text/event-stream' } });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (!response.ok || !response.body || !isStream) throw new Error(`No event stream: ${response.status}`);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let rest = ''; ; ) {
      const { value } = await reader.read();
      if (value === undefined) return;
      clearTimeout(timer);
      timer = listen();
      const events = (rest + value).replaceAll('\r\n', '\n').split('\n\n');
      rest = events.pop() ?? '';
      if (rest.length > EVENT_MAX_CHARACTERS) throw new Error('An event without an end');
      for (const event of events) {
        const field = (name: string) =>
          event
            .split('\n')
            .filter((line) => line.startsWith(`${name}:`))
            .map((line) => line.slice(name.length + 1).trimStart())
            .join('\n');
        const data = field('data');
        if (data !== '') onEvent(field('event') || 'message', data);
      }
    }
  } finally {
    clearTimeout(timer);
    silent.abort();
  }
}
