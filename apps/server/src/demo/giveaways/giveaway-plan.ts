/** Texts in the languages of the demo. */
export type DemoTexts = Readonly<Record<'en-US' | 'de-DE' | 'ar-EG', string>>;

/** One kind of prize of a demo giveaway. */
export interface PrizePlan {
  readonly title: DemoTexts;
  readonly quantity: number;
  readonly kind: 'POINTS' | 'COUPON' | 'PHYSICAL';
  readonly points?: number;
  /** Code of the demo campaign whose codes are prizes. */
  readonly campaign?: string;
  readonly valueMinor?: number;
  readonly currency?: string;
  /** Motif of its picture; by default that of the kind. */
  readonly motif?: string;
}

/** A demo giveaway without its generated rows. Days are relative to the demo's present; negative days are past. */
export interface GiveawayPlan {
  readonly code: string;
  readonly title: DemoTexts;
  readonly description: DemoTexts;
  readonly state: 'DRAFT' | 'PUBLISHED' | 'FROZEN' | 'DRAWN' | 'ANNOUNCED' | 'SETTLED' | 'CANCELED';
  readonly reason?: string;
  readonly createdDay: number;
  readonly publishedDay?: number;
  readonly opensDay: number;
  readonly closesDay: number;
  /** Hours between the end of entries and the draw. */
  readonly drawHours: number;
  readonly announcedDay?: number;
  readonly settledDay?: number;
  readonly canceledDay?: number;
  readonly timezone: string;
  /** If true, a store in the first country sponsors the prizes; else the company does. */
  readonly isSponsored?: boolean;
  readonly countries: readonly string[];
  readonly minAge: number;
  readonly maxTickets: number;
  readonly maxEntries?: number;
  readonly cost: number;
  readonly alternates: number;
  readonly claimDays: number;
  readonly prizes: readonly PrizePlan[];
  /** Fraction of eligible accounts that enter, and the maximum number of entries. */
  readonly share: number;
  readonly most: number;
}
