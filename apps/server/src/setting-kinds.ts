/** Kinds of settings. The message of each completes "NAME must be …". */
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { parseMailSender } from './ports/mail.ts';

export const wholeNumber = (from: number, to: number) =>
  z.coerce
    .number({ error: `a whole number from ${from} to ${to}` })
    .int({ error: `a whole number from ${from} to ${to}` })
    .min(from, { error: `a whole number from ${from} to ${to}` })
    .max(to, { error: `a whole number from ${from} to ${to}` });
export const truth = z.enum(['true', 'false'], { error: 'true or false' }).transform((value) => value === 'true');
export const exactAddress = z.string().refine((value) => hasProtocol(value, ['http:', 'https:']), {
  error: 'a URL that starts with http:// or https://',
});
export const webAddress = exactAddress.transform((value) => value.replace(/(?<!\/)\/+$/, ''));
export const origin = webAddress.refine((value) => new URL(value).pathname === '/' && new URL(value).search === '', {
  error: 'a URL without a path, such as https://office.example',
});
export const serviceAddress = (protocols: readonly string[], start: string) =>
  z.string().refine((value) => hasProtocol(value, protocols), { error: `a URL that starts with ${start}` });
export const databaseAddress = serviceAddress(['postgres:', 'postgresql:'], 'postgres://');
export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: `one of ${values.join(', ')}` });
export const text = z.string().max(500, { error: 'at most 500 characters' });
/** An identifier or a key: pasted line breaks and quotation marks are mistakes. */
export const visible = text.regex(/^[\x21\x23-\x26\x28-\x7e]+$/, {
  error: 'a text without spaces and quotation marks',
});
/** 32 bytes in base64, as in identity.key. */
export const dataKey = text
  .refine((value) => Buffer.from(value, 'base64').toString('base64') === value && value.length === 44, {
    error: '32 bytes in base64, as "openssl rand -base64 32" prints them',
  })
  .transform((value) => Buffer.from(value, 'base64'));
export const bucketName = text.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, {
  error: 'the name of a bucket: 3 to 63 lower-case letters, digits, dots and dashes',
});
export const list = text.transform((value) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
);
export const mailSender = text.transform((value, context) => {
  const sender = parseMailSender(value);
  if (sender === null) context.addIssue('an address, such as Backcounter <no-reply@office.example>');
  return sender ?? z.NEVER;
});
/** Values of claims, such as `amr=mfa,acr=gold`. */
export const secondFactorClaims = list
  .refine(
    (entries) => entries.length > 0 && entries.every((entry) => /^(amr|acr)=[\x21\x23-\x5b\x5d-\x7e]+$/.test(entry)),
    {
      error: 'values of amr and acr, such as amr=mfa,acr=gold',
    },
  )
  .transform((entries) => {
    const of = (claim: string) => entries.filter((entry) => entry.startsWith(claim)).map((entry) => entry.slice(4));
    return { amr: of('amr'), acr: of('acr') };
  });
/** Number of proxies, or their addresses. */
export const proxies = list
  .refine((entries) => entries.every(isProxyAddress) || (entries.length === 1 && /^[1-9]$/.test(entries[0] ?? '')), {
    error:
      'a number of proxies from 1 to 9, or addresses, ranges such as 10.0.0.0/8, loopback, linklocal or uniquelocal',
  })
  .transform((entries) => {
    const [first = ''] = entries;
    if (first === '') return null;
    return /^\d$/.test(first) ? Number(first) : entries;
  });

/** Destination of the WAL archive: a folder, or a bucket and prefix in the store of S3_*. */
export const walArchive = text.transform((value, context) => {
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{2,62})((?:\/[\w-][\w.-]*)*)\/?$/.exec(value) ?? [];
  if (bucket !== undefined) return { place: value, bucket, prefix: prefix.slice(1) };
  if (!value.includes('://')) return { place: path.resolve(value), bucket: null, prefix: '' };
  context.addIssue({ code: 'custom', message: 'a folder, or a bucket and a prefix such as s3://bucket/prefix' });
  return z.NEVER;
});

const SANDBOX_RATES = {
  unregistered: 'unregistered',
  mismatch: 'mismatch',
  invalid: 'invalid',
  'too-big': 'tooBig',
  unavailable: 'unavailable',
  received: 'received',
  opened: 'opened',
} as const;
const SANDBOX_TIMES = {
  latency: ['latencyMs', 1],
  'retry-after': ['retryAfterMs', 1_000],
  'receipt-delay': ['receiptDelayMs', 1_000],
} as const;
/** Behaviour of the embedded push service: names and numbers, such as `unregistered=0.02,latency=20`. */
export const sandboxRates = list.transform((entries, context) => {
  const rates: Record<string, number> = {};
  for (const entry of entries) {
    const [name = '', value = ''] = entry.split('=');
    const number = /^\d{1,6}(\.\d{1,6})?$/.test(value) ? Number(value) : Number.NaN;
    const rate = Object.entries(SANDBOX_RATES).find(([known]) => known === name)?.[1];
    const time = Object.entries(SANDBOX_TIMES).find(([known]) => known === name)?.[1];
    if (rate !== undefined && number <= 1) rates[rate] = number;
    else if (time !== undefined && number <= 600_000) rates[time[0]] = number * time[1];
    else {
      const names = [...Object.keys(SANDBOX_RATES), ...Object.keys(SANDBOX_TIMES)].join(', ');
      context.addIssue({
        code: 'custom',
        message: `names and numbers such as unregistered=0.02,latency=20; the names are ${names}`,
      });
      return z.NEVER;
    }
  }
  return rates;
});

function isProxyAddress(entry: string): boolean {
  if (['linklocal', 'loopback', 'uniquelocal'].includes(entry)) return true;
  const [address = '', bits, ...more] = entry.split('/');
  const longest = { 4: 32, 6: 128 }[isIP(address)];
  if (longest === undefined || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= longest);
}

function hasProtocol(value: string, protocols: readonly string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol) && new URL(value).host !== '';
}
