/**
 * Immutable events, each counted once, from the view `metric_event_<source>`. Their `recorded_at` is the instant of
 * writing (decision 0101).
 */
export interface EventSource<Metric extends string = string> {
  readonly kind: 'EVENTS';
  readonly source: string;
  /** Names, each `<source>.<figure>`. */
  readonly metrics: readonly Metric[];
}

/** Figures that can be recomputed for past days, by the function `metric_days_<source>`. */
export interface DaySource<Metric extends string = string> {
  readonly kind: 'DAYS';
  readonly source: string;
  readonly metrics: readonly Metric[];
  /** Days before today that are recounted every time. */
  readonly recentDays: number;
  /** Days before today that are recounted once a day. */
  readonly historyDays: number;
  /** Minimum seconds between counts; 0 for every minute. */
  readonly everySeconds: number;
}

/** Figures of a feature for `daily_metric`, by day in the reporting zone and by place. */
export type MetricSource<Metric extends string = string> = EventSource<Metric> | DaySource<Metric>;
