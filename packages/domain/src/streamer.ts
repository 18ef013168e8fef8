import { z } from 'zod';
import { defineRecord } from './record.ts';
import { COUNTRY_FIELD } from './record-fields.ts';
import { link } from './values/link.ts';
import { isVisibleText } from './values/localized-text.ts';

/** Streaming platforms of partners. */
export const STREAMER_PLATFORMS = ['TWITCH', 'YOUTUBE', 'KICK', 'TIKTOK', 'OTHER'] as const;
/** One of the platforms. */
export type StreamerPlatform = (typeof STREAMER_PLATFORMS)[number];

/** Limits of a partner's texts. */
export const STREAMER_LIMITS = { nameMaxLength: 80, channelUrlMaxLength: 300, subMaxLength: 255 } as const;

/** Partner: the fields that people enter. */
export const streamerRecord = defineRecord('streamer', {
  displayName: {
    kind: 'TEXT',
    description: 'Display name.',
    rule: z.string().trim().min(1).max(STREAMER_LIMITS.nameMaxLength).refine(isVisibleText, { error: 'characters' }),
  },
  platform: {
    kind: 'ENUM',
    description: 'Platform where they stream.',
    rule: z.enum(STREAMER_PLATFORMS),
    values: {
      TWITCH: 'Twitch.',
      YOUTUBE: 'YouTube.',
      KICK: 'Kick.',
      TIKTOK: 'TikTok.',
      OTHER: 'Another platform.',
    },
    isFilter: true,
  },
  channelUrl: {
    kind: 'TEXT',
    description: 'URL of the channel, beginning with `https://`; null: unknown.',
    rule: link('url', ['https'], STREAMER_LIMITS.channelUrlMaxLength),
  },
  countryCode: {
    ...COUNTRY_FIELD,
    description: 'Country, ISO 3166-1 alpha-2; null: none.',
    rule: COUNTRY_FIELD.rule.nullable().optional(),
  },
  staffSub: {
    kind: 'TEXT',
    description: 'Subject of the access tokens of the person who signs in as the streamer; null: no one.',
    rule: z
      .string()
      .trim()
      .min(1)
      .max(STREAMER_LIMITS.subMaxLength)
      .refine(isVisibleText, { error: 'characters' })
      .nullable()
      .optional(),
  },
});
