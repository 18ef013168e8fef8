/**
 * Things that happen and stay as they were: each is added up once. Of the view `metric_event_<source>`, whose rows are recorded at the
 * instant at which they are written (decision 0101).
 */
export interface EventSource<Metric extends string = string> {
  readonly kind: 'EVENTS';
  readonly source: string;
  /** Its metrics, each `<source>.<figure>`. */
  readonly metrics: readonly Metric[];
}

/** What can be counted anew for days that are gone as well: by the function `metric_days_<source>`. */
export interface DaySource<Metric extends string = string> {
  readonly kind: 'DAYS';
  readonly source: string;
  readonly metrics: readonly Metric[];
  /** Days before today that are counted anew each time. */
  readonly recentDays: number;
  /** Days before today that are counted anew once a day. */
  readonly historyDays: number;
  /** So long nothing is counted again; 0: each minute. */
  readonly everySeconds: number;
}

/** What a feature counts by day of the reporting zone and by place, for `daily_metric`. */
export type MetricSource<Metric extends string = string> = EventSource<Metric> | DaySource<Metric>;
