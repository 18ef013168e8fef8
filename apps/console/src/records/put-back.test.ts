import { expect, it } from 'vitest';
import { planPutBack } from './put-back.tsx';

const present = { locale: 'en-US', pushConsent: true, email: 'b@x.test', areaId: null };
const derived = new Set(['emailVerified']);
const change = (field: string, before: unknown, isMasked = false) => ({ field, before, after: 'later', isMasked });

it('puts back what the form holds, also to no value, and says why not the rest', () => {
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

it('never takes a value over that a form cannot hold, nor a field that only seems to be one', () => {
  const plan = planPutBack([change('locale', { a: 1 }), change('toString', 'x'), change('__proto__', 'y')], {
    present,
    derived,
  });
  expect(plan.values).toEqual({});
  expect(plan.obstacles.get('own-action')).toEqual(['locale', 'toString', '__proto__']);
});

it('puts a text back language by language, also one that was added or taken out since', () => {
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
