import { createI18n } from '@backcounter/i18n';
import { I18nProvider, type I18nProviderProps } from '@backcounter/i18n/react';
import { MantineProvider } from '@mantine/core';
import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { enUs } from '../../messages/en-us.ts';
import { PutBack, planPutBack } from './put-back.tsx';

const present = { locale: 'en-US', pushConsent: true, email: 'b@x.test', areaId: null };
const derived = new Set(['emailVerified']);
const change = (field: string, before: unknown, isMasked = false) => ({ field, before, after: 'later', isMasked });

it('restores values that the form has, also to no value, and explains the rest', () => {
  const plan = planPutBack(
    [
      change('locale', 'de-DE'),
      change('areaId', 'area-1'),
      change('email', null),
      change('emailVerified', true),
      change('state', 'ACTIVE'),
      change('phone', null, true),
      change('pushConsent', true),
    ],
    { present, derived },
  );
  expect(plan.values).toEqual({ locale: 'de-DE', areaId: 'area-1', email: null });
  expect(Object.fromEntries(plan.obstacles)).toEqual({
    derived: ['emailVerified'],
    'own-action': ['state'],
    masked: ['phone'],
    same: ['pushConsent'],
  });
});

it('never restores a value that a form cannot hold, nor a field that only seems to be one', () => {
  const plan = planPutBack([change('locale', { a: 1 }), change('toString', 'x'), change('__proto__', 'y')], {
    present,
    derived,
  });
  expect(plan.values).toEqual({});
  expect(plan.obstacles.get('own-action')).toEqual(['locale', 'toString', '__proto__']);
});

it('restores a text language by language, also one that was added or removed since [audit 7]', () => {
  const plan = planPutBack(
    [
      {
        field: 'nameI18n',
        before: { 'en-US': 'Bavaria', 'de-DE': 'Bayern', 'fr-FR': 'Bavière' },
        after: { 'en-US': 'Bavarya', 'de-DE': 'Bayern', 'es-ES': 'Baviera' },
        isMasked: false,
      },
    ],
    { present: { 'nameI18n.en-US': 'Bavarya', 'nameI18n.es-ES': 'Baviera', 'nameI18n.de-DE': 'Bayern' }, derived },
  );
  expect(plan.values).toEqual({
    'nameI18n.en-US': 'Bavaria',
    'nameI18n.fr-FR': 'Bavière',
    'nameI18n.es-ES': null,
  });
  expect(plan.obstacles.size).toBe(0);
});

it('offers all restorable values in one button, and explains each of the others [ux 25]', () => {
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  const i18n = createI18n({ defaults: enUs, storage, browserLanguages: ['en-US'] });
  const names: Record<string, string> = { locale: 'Language', emailVerified: 'E-mail verified', state: 'State' };
  const words = (changes: readonly ReturnType<typeof change>[], whyNot: string | null = null) => {
    const rule = { present, derived, open: whyNot === null ? () => undefined : null, whyNot: whyNot ?? '' };
    const button = h(PutBack, { changes, time: 'noon', rule, labelOf: (field) => names[field] ?? field });
    const page = h(I18nProvider, { i18n, timeZone: 'UTC' } as I18nProviderProps, h(MantineProvider, null, button));
    return renderToStaticMarkup(page)
      .replace(/<style.*?<\/style>/gs, '')
      .replace(/<[^>]*>/g, '|')
      .split('|')
      .filter(Boolean);
  };
  const language = change('locale', 'de-DE');
  expect(words([language])).toEqual(['Restore']);
  expect(
    words([
      language,
      change('state', 'ACTIVE'),
      change('emailVerified', true),
      change('phone', null, true),
      change('pushConsent', true),
    ]),
  ).toEqual([
    'Restore',
    'State: not restored. Use the separate action.',
    'E-mail verified: not restored. Calculated from other values.',
    'phone: not restored. You don’t have access to the values.',
    'pushConsent: already has this value.',
  ]);
  expect(words([language], 'Reactivate it first')).toEqual(['Restore', 'Reactivate it first']);
  expect(words([change('state', 'ACTIVE')])).toEqual([]);
});
