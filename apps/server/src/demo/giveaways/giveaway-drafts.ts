import { pointsTitle } from '../accounts/points-title.ts';
import type { GiveawayPlan } from './giveaway-plan.ts';

/** Unpublished giveaways: one ready to publish, and one that still needs its registration. */
export const GIVEAWAY_DRAFTS: readonly GiveawayPlan[] = [
  {
    code: 'BREAKFAST-CLUB',
    title: {
      'en-US': 'Breakfast club',
      'de-DE': 'Frühstücksclub',
      'ar-EG': 'نادي الفطور',
    },
    description: {
      'en-US': 'A month of breakfasts in a store nearby.',
      'de-DE': 'Einen Monat lang Frühstück in einem Geschäft in der Nähe.',
      'ar-EG': 'شهر من وجبات الفطور في متجر قريب.',
    },
    state: 'DRAFT',
    createdDay: -4,
    opensDay: 12,
    closesDay: 33,
    drawHours: 12,
    timezone: 'Europe/Berlin',
    countries: ['AT', 'DE', 'ES', 'FR', 'PT'],
    minAge: 18,
    maxTickets: 3,
    cost: 0,
    alternates: 4,
    claimDays: 14,
    prizes: [{ title: pointsTitle(3_000), quantity: 10, kind: 'POINTS', points: 3_000 }],
    share: 0,
    most: 0,
  },
  {
    code: 'ROAD-TRIP-27',
    title: { 'en-US': 'Road trip', 'de-DE': 'Roadtrip', 'ar-EG': 'رحلة برية' },
    description: {
      'en-US': 'Three weeks on the road in a camper van.',
      'de-DE': 'Drei Wochen unterwegs im Wohnmobil.',
      'ar-EG': 'ثلاثة أسابيع على الطريق في عربة تخييم.',
    },
    state: 'DRAFT',
    createdDay: -14,
    opensDay: 20,
    closesDay: 60,
    drawHours: 24,
    timezone: 'America/New_York',
    countries: ['CA', 'MX', 'US'],
    minAge: 21,
    maxTickets: 1,
    cost: 0,
    alternates: 5,
    claimDays: 30,
    prizes: [
      {
        title: {
          'en-US': 'Camper van for three weeks',
          'de-DE': 'Wohnmobil für drei Wochen',
          'ar-EG': 'عربة تخييم لثلاثة أسابيع',
        },
        quantity: 1,
        kind: 'PHYSICAL',
        motif: 'trip',
        valueMinor: 640_000,
        currency: 'USD',
      },
    ],
    share: 0,
    most: 0,
  },
];
