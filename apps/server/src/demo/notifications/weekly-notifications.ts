import type { NotificationPlan } from './notification-plan.ts';

/** Weekly offers, used in turn. */
const WEEKLY = [
  {
    title: { 'en-US': 'Offers of the week: breakfast', 'de-DE': 'Angebote der Woche: Frühstück' },
    body: {
      'en-US': 'Coffee, jam and fresh rolls, until Saturday.',
      'de-DE': 'Kaffee, Marmelade und frische Brötchen, bis Samstag.',
    },
  },
  {
    title: { 'en-US': 'Offers of the week: garden', 'de-DE': 'Angebote der Woche: Garten' },
    body: {
      'en-US': 'Pots, soil and everything that grows, until Saturday.',
      'de-DE': 'Töpfe, Erde und alles, was wächst, bis Samstag.',
    },
  },
  {
    title: { 'en-US': 'Offers of the week: games', 'de-DE': 'Angebote der Woche: Spiele' },
    body: {
      'en-US': 'Board games for long evenings, until Saturday.',
      'de-DE': 'Brettspiele für lange Abende, bis Samstag.',
    },
  },
  {
    title: { 'en-US': 'Offers of the week: kitchen', 'de-DE': 'Angebote der Woche: Küche' },
    body: {
      'en-US': 'Pans, knives and cast iron, until Saturday.',
      'de-DE': 'Pfannen, Messer und Gusseisen, bis Samstag.',
    },
  },
] as const;
const WEEKS = 26;
const WEEK_DAYS = 7;

/** Half a year of weekly notifications. */
export const WEEKLY_NOTIFICATIONS = Array.from({ length: WEEKS }, (_each, at): NotificationPlan => {
  const week = WEEKS - at;
  const { title, body } = WEEKLY[week % WEEKLY.length] ?? WEEKLY[0];
  return {
    ...{ key: `weekly-${week}`, topic: 'offers.weekly', title, body, deepLink: 'backcounter://offers/weekly' },
    ...{ countries: ['DE', 'AT', 'CH'], lastSeenDays: 60, mode: 'AT_LOCAL', state: 'SENT', hour: 10 },
    createdDay: -3 - week * WEEK_DAYS - 2,
    startDay: -3 - week * WEEK_DAYS,
    opens: 0.2 + (week % 5) * 0.03,
  };
});
