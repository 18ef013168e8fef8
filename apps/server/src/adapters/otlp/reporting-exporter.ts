import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';

/** Receives the number of spans lost since the last report and the latest reason. */
export type TroubleReport = (trouble: { readonly spans: number; readonly reason: string }) => void;

const REPORT_EVERY_MS = 60_000;
const REASON_MAX = 200;

/** Forwards spans and reports failed exports: immediately, then at most once a minute. */
export class ReportingExporter implements SpanExporter {
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
