import { stableId } from '../stable-id.ts';

/** A demo notification without its generated rows. Days are relative to the demo's present; negative days are past. */
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
  /** Subject of the author; absent: a colleague. */
  readonly author?: string;
  readonly createdDay: number;
  /** Day of the start; absent for a draft that is sent immediately. */
  readonly startDay?: number;
  /** Hour of that day in UTC, or local if it is sent by local time. */
  readonly hour?: number;
  /** Fraction of the recipients processed when it stopped; absent: all. */
  readonly reached?: number;
  /** Opened fraction of received messages, and rejected fraction of sent ones. */
  readonly opens?: number;
  readonly fails?: number;
  readonly throttle?: number;
  /** Hours after the start at which sending ends. */
  readonly notAfterHours?: number;
}

/** A notification of the demo with its instants. */
export interface DemoNotification {
  readonly id: string;
  readonly plan: NotificationPlan;
  readonly actor: string;
  readonly created: Date;
  readonly scheduled: Date | null;
  /** Start, or start of the first wave. */
  readonly starts: Date | null;
  /** Local start as `YYYY-MM-DDTHH:mm` if it is sent by local time. */
  readonly local: string | null;
}

/** Motifs of the pictures of demo notifications, by deep link. */
export const DEMO_MOTIFS: Readonly<Record<string, string>> = {
  'backcounter://points': 'points',
  'backcounter://coupons': 'coupon',
  'backcounter://events': 'festival',
  'backcounter://offers/flash': 'coffee',
};

/** Key of the picture of demo notifications with a motif. */
export function demoNotificationKey(motif: string): string {
  return `notifications/${stableId(`picture ${motif} of notifications`)}.png`;
}
