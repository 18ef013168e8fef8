import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received span, with its attributes as one object. */
export interface ReceivedSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly isFailed: boolean;
  readonly facts: Readonly<Record<string, string | number>>;
}

/** How the collector responds: normally, with 400, or never. */
export type CollectorManner = 'takes' | 'refuses' | 'hangs';

/** A collector on its own port. */
export interface TestCollector {
  readonly endpoint: string;
  /** Raw request bodies in order of arrival. */
  readonly texts: readonly string[];
  /** Requests not answered yet. */
  readonly openRequests: number;
  spans(): ReceivedSpan[];
  /** Resource attributes of the last spans. */
  resource(): Readonly<Record<string, string | number>>;
  close(): Promise<void>;
}

interface OtlpAttribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: string | number };
}
interface OtlpBody {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, 'facts' | 'isFailed'> & {
        readonly attributes: readonly OtlpAttribute[];
        readonly status?: { readonly code?: number };
      })[];
    }[];
  }[];
}

/** Starts a collector for OTLP over HTTP with JSON. */
export async function startCollector(manner: CollectorManner = 'takes'): Promise<TestCollector> {
  const texts: string[] = [];
  let openRequests = 0;
  const server = createServer(async (request, response) => {
    openRequests += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    texts.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}\n${Buffer.concat(chunks)}`);
    if (manner === 'hangs') return;
    openRequests -= 1;
    response.writeHead(manner === 'takes' ? 200 : 400, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bodies = (): OtlpBody[] => texts.map((text) => JSON.parse(text.slice(text.indexOf('\n'))) as OtlpBody);
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    texts,
    get openRequests() {
      return openRequests;
    },
    spans: () =>
      bodies()
        .flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans))
        .flatMap(({ spans }) => spans)
        .map(({ attributes, status, ...span }) => ({
          ...span,
          facts: factsOf(attributes),
          isFailed: status?.code === 2,
        })),
    resource: () => factsOf(bodies().at(-1)?.resourceSpans[0]?.resource.attributes ?? []),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function factsOf(attributes: readonly OtlpAttribute[]): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)] as const),
  );
}
