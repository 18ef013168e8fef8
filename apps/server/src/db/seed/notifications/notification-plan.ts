/** A demo notification before anybody is counted. Days are counted from the demo's present, negative ones are past. */
export interface NotificationPlan {
  readonly key: string;
  /** Code of the topic. */
  readonly topic: string;
  readonly title: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, string>>;
  readonly deepLink?: string;
  readonly countries?: readonly string[];
  readonly lastSeenDays?: number;
  readonly mode: 'NOW' | 'AT_INSTANT' | 'AT_LOCAL';
  readonly state: 'DRAFT' | 'SCHEDULED' | 'PAUSED' | 'SENT' | 'CANCELED' | 'FAILED';
  readonly reason?: string;
  /** Subject of who wrote it; absent: one of the colleagues. */
  readonly author?: string;
  readonly createdDay: number;
  /** When it starts or started; absent for a draft that goes out at once. */
  readonly startDay?: number;
  /** Hour of that day, UTC, or local where it goes out by local time. */
  readonly hour?: number;
  /** Part of the recipients that had been dealt with when it stopped; absent: all of them. */
  readonly reached?: number;
  /** Parts of those who got it that opened it, and of those it was sent to that the push service refused. */
  readonly opens?: number;
  readonly fails?: number;
  readonly throttle?: number;
  /** Hours after the start from which it is not worth sending any more. */
  readonly notAfterHours?: number;
}

/** A notification of the demo with its instants. */
export interface DemoNotification {
  readonly id: string;
  readonly plan: NotificationPlan;
  readonly actor: string;
  readonly created: Date;
  readonly scheduled: Date | null;
  /** The instant from which it goes out, or the first of its waves. */
  readonly starts: Date | null;
  /** `YYYY-MM-DDTHH:mm` by local time, where it goes out by local time. */
  readonly local: string | null;
}
