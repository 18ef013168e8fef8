/**
 * Attributes of a span: constants and numbers chosen by the product, named by OpenTelemetry's semantic conventions.
 * Never user input, identities or ids other than the reference id of a request.
 */
export type SpanFacts = Readonly<Record<string, string | number>>;

/** A timed operation. */
export interface Span {
  /** Runs work inside the span: statements that start in it, even later, become its children. */
  run<T>(work: () => T): T;
  /** Ends the span and records the outcome. Only the first call counts. */
  end(outcome: { readonly facts?: SpanFacts; readonly isFailed?: boolean }): void;
}

/**
 * Reports spans to a collector. No method throws, waits for the collector or holds more than a fixed number of spans.
 */
export interface Tracing {
  /**
   * Starts the span of an HTTP request. `traceparent` is the header of a trusted caller; a malformed one is ignored.
   */
  beginRequest(name: string, facts: SpanFacts, traceparent: string | undefined): Span;
  /** Starts the span of one attempt at a background job. */
  beginJob(name: string, facts: SpanFacts): Span;
  /** Starts the span of a statement; null outside a timed operation or beyond a span's maximum number of children. */
  beginStatement(name: string, facts: SpanFacts): Span | null;
  /** Flushes remaining spans, waiting at most 2 s. */
  close(): Promise<void>;
}
