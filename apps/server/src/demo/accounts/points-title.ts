import type { DemoTexts } from '../giveaways/giveaway-plan.ts';

/** Title of a points prize. */
export const pointsTitle = (count: number): DemoTexts => ({
  'en-US': `${count.toLocaleString('en-US')} points`,
  'de-DE': `${count.toLocaleString('de-DE')} Punkte`,
  'ar-EG': `${count.toLocaleString('ar-EG')} نقطة`,
});
