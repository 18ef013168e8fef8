import type { GiveawayPlan } from './giveaway-plan.ts';

/** Official rules of a demo giveaway in the languages of the demo. */
export function giveawayRules(plan: GiveawayPlan): Record<string, string> {
  const { minAge, maxTickets, cost, alternates, claimDays } = plan;
  return {
    'en-US': [
      `1. Everyone aged ${minAge} or older with an account in one of the named countries may enter once, with ${maxTickets === 1 ? 'one ticket' : `up to ${maxTickets} tickets`}.`,
      cost === 0 ? '2. No purchase is necessary; entering is free.' : `2. Each ticket costs ${cost} points.`,
      '3. The draw follows gw-draw-v1. The seed is committed to before entries open and revealed at the draw.',
      `4. ${alternates} alternates are drawn after the winners. A prize that is not claimed within ${claimDays} days goes to the next of them.`,
      '5. Staff and their families cannot take part. There is no second draw.',
    ].join('\n'),
    'de-DE': [
      `1. Teilnehmen kann, wer mindestens ${minAge} Jahre alt ist und ein Konto in einem der genannten Länder hat, einmal, mit ${maxTickets === 1 ? 'einem Los' : `bis zu ${maxTickets} Losen`}.`,
      cost === 0 ? '2. Ein Kauf ist nicht nötig; die Teilnahme ist kostenlos.' : `2. Jedes Los kostet ${cost} Punkte.`,
      '3. Gezogen wird nach gw-draw-v1. Der Startwert wird vor Beginn der Teilnahme festgelegt und bei der Ziehung offengelegt.',
      `4. Nach den Gewinnern werden ${alternates} Nachrücker gezogen. Was binnen ${claimDays} Tagen nicht angenommen wird, geht an den nächsten.`,
      '5. Personal und Angehörige nehmen nicht teil. Eine zweite Ziehung gibt es nicht.',
    ].join('\n'),
    'ar-EG': [
      `1. يشارك كل من بلغ ${minAge} عاما وله حساب في أحد البلدان المذكورة، مرة واحدة وبحد أقصى ${maxTickets} تذكرة.`,
      cost === 0 ? '2. لا يلزم الشراء؛ المشاركة مجانية.' : `2. ثمن التذكرة ${cost} نقطة.`,
      '3. يجري السحب وفق gw-draw-v1. تُثبت البذرة قبل فتح المشاركة وتُكشف عند السحب.',
      `4. يُسحب ${alternates} بدلاء بعد الفائزين. وما لا يُطلب خلال ${claimDays} يوما يذهب إلى التالي منهم.`,
      '5. لا يشارك الموظفون وذووهم. ولا يوجد سحب ثان.',
    ].join('\n'),
  };
}
