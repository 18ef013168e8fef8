import { z } from 'zod';
import { canonicalHash } from './draw-canonical.ts';
import { DRAW_ALGORITHM } from './draw-key.ts';

/** A UUID in lower case, as the database writes it, so that each record has exactly one text. */
export const canonicalId = z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
/** An instant as `Date.toISOString` writes it. */
export const canonicalInstant = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .refine((text) => !Number.isNaN(Date.parse(text)));
const whole = z.int().nonnegative();
const texts = z.record(z.string(), z.string());

/** One kind of prize; all `quantity` of them are drawn before the next rank. */
const drawPrizeSchema = z.strictObject({
  rank: whole,
  titleI18n: texts,
  quantity: z.int().positive(),
  kind: z.enum(['POINTS', 'COUPON', 'PHYSICAL']),
  points: whole.nullable(),
  campaignId: canonicalId.nullable(),
  valueMinor: whole.nullable(),
  currency: z.string().nullable(),
});

/** The terms that publication freezes, as in the proof. Lists are sorted: countries by code, prizes by rank. */
export const drawRulesSchema = z.strictObject({
  giveawayId: canonicalId,
  code: z.string(),
  algorithm: z.literal(DRAW_ALGORITHM),
  drawMode: z.literal('COMMIT_REVEAL'),
  rulesI18n: texts,
  sponsorStoreId: canonicalId.nullable(),
  countryCodes: z.array(z.string()),
  minAge: whole,
  opensAt: canonicalInstant,
  closesAt: canonicalInstant,
  drawAt: canonicalInstant,
  timezone: z.string(),
  maxTicketsPerAccount: z.int().positive(),
  maxEntries: whole.nullable(),
  entryCostPoints: whole,
  alternates: whole,
  claimDays: z.int().positive(),
  prizes: z.array(drawPrizeSchema),
});

/** The frozen terms of a giveaway. */
export type DrawRules = z.infer<typeof drawRulesSchema>;

/** The published 32-byte hash of the rules: SHA-256 of their canonical JSON. */
export function rulesHash(rules: DrawRules): Uint8Array {
  return canonicalHash(rules);
}

/** The prize of each position in drawing order, up to `max`: its rank, or null for an alternate. */
export function drawnPrizes(rules: Pick<DrawRules, 'prizes' | 'alternates'>, max = Infinity): (number | null)[] {
  const kinds = [
    ...rules.prizes.toSorted((left, right) => left.rank - right.rank),
    { rank: null, quantity: rules.alternates },
  ];
  const positions: (number | null)[] = [];
  for (const { rank, quantity } of kinds) {
    const end = Math.min(positions.length + quantity, max);
    while (positions.length < end) positions.push(rank);
  }
  return positions;
}
