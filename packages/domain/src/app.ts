import { z } from 'zod';
import { defineRecord } from './record.ts';
import { APP_PICTURE } from './values/published-picture.ts';

/** Rights of an app for a person who signed in to it; never more than the person has. */
export const APP_SCOPES = ['document.run', 'offline_access', 'presence.read', 'release.read'] as const;
/** One of them. */
export type AppScope = (typeof APP_SCOPES)[number];

/** Known scopes of a text that separates them by spaces, in the order of the table. */
export function parseAppScopes(text: string): readonly AppScope[] {
  const named = new Set(text.split(' '));
  return APP_SCOPES.filter((scope) => named.has(scope));
}

/** Client id of the app that holds the origins of `EMBED_ORIGINS`; only the setting changes it. */
export const EMBEDDING_APP = 'embedding-pages';
/** Most addresses of each kind per app. */
export const APP_ADDRESSES_MAX = 10;
/** Limits of an app's texts. */
export const APP_LIMITS = { nameMaxLength: 80, clientIdMaxLength: 128, addressesMaxLength: 4_000 } as const;

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** An address that a browser may be sent to: HTTPS, or HTTP on the same computer; in its canonical form. */
function isAddress(text: string): boolean {
  if (!URL.canParse(text) || /[#*]/.test(text)) return false;
  const { protocol, hostname, username, password, href } = new URL(text);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname));
  return isSafe && username === '' && password === '' && href === text;
}

const isOrigin = (text: string): boolean => isAddress(`${text}/`) && new URL(text).origin === text;

function addresses(isRight: (text: string) => boolean, error: 'addresses' | 'origins') {
  return z
    .string()
    .overwrite((text) => text.trim().split(/\s+/).join('\n'))
    .min(1)
    .max(APP_LIMITS.addressesMaxLength)
    .refine(
      (text) => {
        const lines = text.split('\n');
        return lines.length <= APP_ADDRESSES_MAX && new Set(lines).size === lines.length && lines.every(isRight);
      },
      { error },
    )
    .nullable()
    .optional();
}

/** App: the fields that people enter. */
export const appRecord = defineRecord('app', {
  clientId: {
    kind: 'TEXT',
    description: 'Name that it signs people in with: unique, never changes.',
    rule: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._:@~/-]{1,127}$/, { error: 'client-id' }),
    isFixed: true,
  },
  name: {
    kind: 'TEXT',
    description: 'Display name.',
    rule: z.string().trim().min(1).max(APP_LIMITS.nameMaxLength),
  },
  imageUrl: {
    kind: 'TEXT',
    description: 'Path of its logo, from `publishPicture`; null: none.',
    rule: z.string().regex(APP_PICTURE, { error: 'picture-gone' }).nullable().optional(),
  },
  origins: {
    kind: 'TEXT',
    description: 'Origins of its pages, one a line; null: none.',
    rule: addresses(isOrigin, 'origins'),
  },
  redirectAddresses: {
    kind: 'TEXT',
    description: 'Addresses where a sign-in may return, one a line; null: no one can sign in to it.',
    rule: addresses(isAddress, 'addresses'),
  },
  postLogoutAddresses: {
    kind: 'TEXT',
    description: 'Addresses where a sign-out may return, one a line; null: none.',
    rule: addresses(isAddress, 'addresses'),
  },
  scopes: {
    kind: 'TEXT',
    description: 'Scopes that it may ask for, separated by spaces; null: none.',
    rule: z
      .string()
      .max(500)
      .refine((text) => parseAppScopes(text).length === text.split(' ').length, { error: 'scopes' })
      .nullable()
      .optional(),
  },
});
