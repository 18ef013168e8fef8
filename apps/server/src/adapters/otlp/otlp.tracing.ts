import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { type ExportResult, ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import { bestEffort } from '../../db/best-effort.ts';
import type { Span, SpanFacts, Tracing } from '../../ports/tracing.ts';

/** Maximum queued spans; further ones are dropped. */
const QUEUE_MAX = 4096;
const BATCH_MAX = 512;
const SEND_EVERY_MS = 2_000;
/** Time limit of an export, including retries. */
const SEND_TIMEOUT_MS = 5_000;
const CLOSE_MS = 2_000;
/** Without a limit, a stream or long job would produce a trace too large to open. */
const CHILDREN_MAX = 1_000;
/** Maximum characters of an attribute value. */
const VALUE_MAX = 200;

export interface OtlpTracingOptions {
  /** The collector's URL, without `/v1/traces`. */
  readonly endpoint: string;
  readonly serviceVersion: string;
  /** Called for lost spans, at most once a minute. */
  readonly onTrouble: TroubleReport;
}

/** Exports spans to a collector by OTLP over HTTP. Uses no global state and patches no library. */
export function createOtlpTracing({ endpoint, serviceVersion, onTrouble }: OtlpTracingOptions): Tracing {
  const exporter = new ReportingExporter(
    new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: SEND_TIMEOUT_MS, concurrencyLimit: 10 }),
    onTrouble,
  );
  const processor = new BatchSpanProcessor({
    exporter,
    maxQueueSize: QUEUE_MAX,
    maxExportBatchSize: BATCH_MAX,
    scheduledDelayMillis: SEND_EVERY_MS,
    exportTimeoutMillis: SEND_TIMEOUT_MS + 1_000,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'backcounter', 'service.version': serviceVersion }),
    spanProcessors: [processor],
    spanLimits: { attributeValueLengthLimit: VALUE_MAX },
  });
  return new OtlpTracing(provider.getTracer('backcounter', serviceVersion), () => provider.shutdown());
}

class OtlpTracing implements Tracing {
  readonly #tracer: Tracer;
  readonly #shutDown: () => Promise<void>;
  readonly #running = new AsyncLocalStorage<TimedWork>();

  constructor(tracer: Tracer, shutDown: () => Promise<void>) {
    this.#tracer = tracer;
    this.#shutDown = shutDown;
  }

  beginRequest(name: string, facts: SpanFacts, traceparent: string | undefined): Span {
    const parent = traceparent === undefined ? null : parseTraceParent(traceparent);
    const context = parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
    return this.#begin(name, SpanKind.SERVER, facts, context);
  }

  beginJob(name: string, facts: SpanFacts): Span {
    return this.#begin(name, SpanKind.CONSUMER, facts, ROOT_CONTEXT);
  }

  beginStatement(name: string, facts: SpanFacts): Span | null {
    const parent = this.#running.getStore();
    if (parent?.takesChild() !== true) return null;
    return this.#begin(name, SpanKind.CLIENT, facts, parent.context);
  }

  async close(): Promise<void> {
    const flushed = bestEffort('sending the last spans', this.#shutDown);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_MS);
    });
    await Promise.race([flushed, late]);
    clearTimeout(timer);
  }

  #begin(name: string, kind: SpanKind, facts: SpanFacts, parent: Context): TimedWork {
    return new TimedWork(this.#tracer.startSpan(name, { kind, attributes: facts }, parent), this.#running);
  }
}

class TimedWork implements Span {
  readonly #span: OtelSpan;
  readonly #running: AsyncLocalStorage<TimedWork>;
  #children = 0;
  #hasEnded = false;

  constructor(span: OtelSpan, running: AsyncLocalStorage<TimedWork>) {
    this.#span = span;
    this.#running = running;
  }

  /** Context for child spans. */
  get context(): Context {
    return trace.setSpan(ROOT_CONTEXT, this.#span);
  }

  /** Counts a child span. False if there are too many, the trace is not recorded, or the span has ended. */
  takesChild(): boolean {
    if (this.#hasEnded || this.#children >= CHILDREN_MAX || !this.#span.isRecording()) return false;
    this.#children += 1;
    return true;
  }

  run<T>(work: () => T): T {
    return this.#running.run(this, work);
  }

  end({ facts = {}, isFailed = false }: { readonly facts?: SpanFacts; readonly isFailed?: boolean }): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#span.setAttributes(facts);
    if (isFailed) this.#span.setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end();
  }
}

/** Receives the number of spans lost since the last report and the latest reason. */
type TroubleReport = (trouble: { readonly spans: number; readonly reason: string }) => void;

const REPORT_EVERY_MS = 60_000;
const REASON_MAX = 200;

/** Forwards spans and reports failed exports: immediately, then at most once a minute. */
class ReportingExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #report: TroubleReport;
  #lost = 0;
  #reportedAtMs = Number.NEGATIVE_INFINITY;

  constructor(exporter: SpanExporter, report: TroubleReport) {
    this.#exporter = exporter;
    this.#report = report;
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, (result) => {
      if (result.code !== ExportResultCode.SUCCESS) this.#note(spans.length, result.error);
      // Already reported; as a failure it would also reach the library's global log.
      done({ code: ExportResultCode.SUCCESS });
    });
  }

  async forceFlush(): Promise<void> {
    await this.#exporter.forceFlush?.();
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  #note(spans: number, error: Error | undefined): void {
    this.#lost += spans;
    const nowMs = performance.now();
    if (nowMs - this.#reportedAtMs < REPORT_EVERY_MS) return;
    this.#report({ spans: this.#lost, reason: reasonOf(error) });
    this.#reportedAtMs = nowMs;
    this.#lost = 0;
  }
}

/** Code or message of an error, never the collector's response body. */
function reasonOf(error: Error | undefined): string {
  const code = error === undefined ? undefined : (error as Error & { readonly code?: string | number }).code;
  return String(code ?? error?.message ?? 'unknown').slice(0, REASON_MAX);
}
