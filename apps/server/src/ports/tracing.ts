/**
 * What a span says besides its name: words and numbers that the product itself chose, named as OpenTelemetry's semantic conventions do. Never
 * what people typed or sent, who they are, or an id.
 */
export type SpanFacts = Readonly<Record<string, string | number>>;

/** A piece of work that is being timed. */
export interface Span {
  /** Runs the work as a part of this span: statements that begin in it, also later, become children of the span. */
  run<T>(work: () => T): T;
  /** Notes the end and how it went. Only the first call counts. */
  end(outcome: { readonly facts?: SpanFacts; readonly isFailed?: boolean }): void;
}

/** Tells a collector where time goes. No method throws, waits for the collector or holds more than a fixed number of spans. */
export interface Tracing {
  /** Begins the span of an HTTP request. `traceparent` is the header of whoever asked, where their word counts; one that is malformed is left out. */
  beginRequest(name: string, facts: SpanFacts, traceparent: string | undefined): Span;
  /** Begins the span of one attempt at a background job. */
  beginJob(name: string, facts: SpanFacts): Span;
  /** Begins the span of a statement; null where nothing is being timed, and beyond the children that one span may have. */
  beginStatement(name: string, facts: SpanFacts): Span | null;
  /** Sends what is left, for two seconds at most. */
  close(): Promise<void>;
}
