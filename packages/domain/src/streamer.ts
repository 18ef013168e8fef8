import { z } from 'zod';
import { isVisibleText } from './localized-text.ts';

/** Where a partner is watched. */
export const STREAMER_PLATFORMS = ['TWITCH', 'YOUTUBE', 'KICK', 'TIKTOK', 'OTHER'] as const;
/** One of the platforms. */
export type StreamerPlatform = (typeof STREAMER_PLATFORMS)[number];

/** Limits of a partner's texts. */
export const STREAMER_LIMITS = { nameMaxLength: 80, channelUrlMaxLength: 300, subMaxLength: 255 } as const;

/** Field rules of a partner; forms and the API use the same ones. */
export const streamerFields = z.strictObject({
  displayName: z
    .string()
    .trim()
    .min(1)
    .max(STREAMER_LIMITS.nameMaxLength)
    .refine(isVisibleText, { error: 'characters' }),
  platform: z.enum(STREAMER_PLATFORMS),
  /** Begins with https:// and holds no space. Breaks rule `url`. */
  channelUrl: z
    .string()
    .trim()
    .max(STREAMER_LIMITS.channelUrlMaxLength)
    .regex(/^https:\/\/\S+$/, { error: 'url' })
    .nullable()
    .optional(),
  countryCode: z
    .string()
    .regex(/^[A-Z]{2}$/, { error: 'unknown' })
    .nullable()
    .optional(),
  /** Subject of the tokens of the person who signs in as the partner. */
  staffSub: z
    .string()
    .trim()
    .min(1)
    .max(STREAMER_LIMITS.subMaxLength)
    .refine(isVisibleText, { error: 'characters' })
    .nullable()
    .optional(),
});
