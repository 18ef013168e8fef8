import { z } from 'zod';
import { isVisibleText } from './localized-text.ts';
import { defineRecord } from './record.ts';
import { COUNTRY_FIELD } from './record-fields.ts';

/** Where a partner is watched. */
export const STREAMER_PLATFORMS = ['TWITCH', 'YOUTUBE', 'KICK', 'TIKTOK', 'OTHER'] as const;
/** One of the platforms. */
export type StreamerPlatform = (typeof STREAMER_PLATFORMS)[number];

/** Limits of a partner's texts. */
export const STREAMER_LIMITS = { nameMaxLength: 80, channelUrlMaxLength: 300, subMaxLength: 255 } as const;

/** A partner: what people enter about one. */
export const streamerRecord = defineRecord('streamer', {
  displayName: {
    kind: 'TEXT',
    description: 'Name that people see.',
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
    description: 'Address of the channel, beginning with `https://`; null where nobody entered it.',
    rule: z
      .string()
      .trim()
      .max(STREAMER_LIMITS.channelUrlMaxLength)
      .regex(/^https:\/\/\S+$/, { error: 'url' })
      .nullable()
      .optional(),
  },
  countryCode: {
    ...COUNTRY_FIELD,
    description: 'Country, ISO 3166-1 alpha-2; null: none.',
    rule: COUNTRY_FIELD.rule.nullable().optional(),
  },
  staffSub: {
    kind: 'TEXT',
    description: 'Subject of the access tokens of the person who signs in as the streamer; null: nobody does.',
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
