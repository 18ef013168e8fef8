/** A demo notification before anybody is counted. Days are counted from the demo's present, negative ones are past. */
export interface NotificationPlan {
  readonly key: string;
  /** Code of the topic. */
  readonly topic: string;
  readonly title: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, string>>;
  readonly deepLink?: string;
  readonly countries?: readonly string[];
  readonly lastSeenDays?: number;
  readonly mode: 'NOW' | 'AT_INSTANT' | 'AT_LOCAL';
  readonly state: 'DRAFT' | 'SCHEDULED' | 'PAUSED' | 'SENT' | 'CANCELED' | 'FAILED';
  readonly reason?: string;
  readonly createdDay: number;
  /** When it starts or started; absent for a draft that goes out at once. */
  readonly startDay?: number;
  /** Hour of that day, UTC, or local where it goes out by local time. */
  readonly hour?: number;
  /** Part of the recipients that had been dealt with when it stopped; absent: all of them. */
  readonly reached?: number;
  /** Parts of those who got it that opened it, and of those it was sent to that the push service refused. */
  readonly opens?: number;
  readonly fails?: number;
  readonly throttle?: number;
}

/** A notification of the demo with its instants. */
export interface DemoNotification {
  readonly id: string;
  readonly plan: NotificationPlan;
  readonly actor: string;
  readonly created: Date;
  readonly scheduled: Date | null;
  /** The instant from which it goes out, or the first of its waves. */
  readonly starts: Date | null;
  /** `YYYY-MM-DDTHH:mm` by local time, where it goes out by local time. */
  readonly local: string | null;
}

const SINGLE_PLANS: readonly NotificationPlan[] = [
  {
    key: 'double-december',
    topic: 'games.double-points',
    title: {
      'en-US': 'Double points until Sunday',
      'de-DE': 'Doppelte Punkte bis Sonntag',
      'ar-EG': 'نقاط مضاعفة حتى الأحد',
    },
    body: {
      'en-US': 'Every purchase counts twice this week, in all stores. Show your app at the till.',
      'de-DE': 'Diese Woche zählt jeder Einkauf doppelt, in allen Geschäften. Zeig einfach deine App an der Kasse.',
      'ar-EG': 'كل عملية شراء تُحسب مرتين هذا الأسبوع في جميع المتاجر. أظهر التطبيق عند الدفع.',
    },
    deepLink: 'backcounter://points',
    mode: 'AT_LOCAL',
    state: 'SENT',
    createdDay: -344,
    startDay: -340,
    hour: 10,
    opens: 0.34,
  },
  {
    key: 'recall-trail-mix',
    topic: 'account.recalls',
    title: {
      'en-US': 'Recall: trail mix, 200 g',
      'de-DE': 'Rückruf: Studentenfutter, 200 g',
      'ar-EG': 'سحب منتج: مكسرات مشكلة ٢٠٠ جم',
    },
    body: {
      'en-US': 'Packs with best before March may contain peanuts. Bring them back to any store for a refund.',
      'de-DE': 'Packungen haltbar bis März können Erdnüsse enthalten. Bring sie zurück, wir erstatten den Preis.',
      'ar-EG': 'قد تحتوي العبوات الصالحة حتى مارس على الفول السوداني. أعدها إلى أي متجر لاسترداد ثمنها.',
    },
    deepLink: 'backcounter://recalls',
    countries: ['PT', 'ES', 'FR', 'DE'],
    mode: 'NOW',
    state: 'SENT',
    createdDay: -291.05,
    startDay: -291,
    opens: 0.61,
  },
  {
    key: 'spring-coupons',
    topic: 'offers.coupons',
    title: {
      'en-US': '10% off everything green',
      'de-DE': '10 % auf alles Grüne',
      'ar-EG': 'خصم ١٠٪ على كل ما هو أخضر',
    },
    body: {
      'en-US': 'Your spring coupon is waiting in the app. One for each account, until the end of April.',
      'de-DE': 'Dein Frühlingsgutschein wartet in der App. Einer für jedes Konto, bis Ende April.',
      'ar-EG': 'قسيمة الربيع في انتظارك داخل التطبيق. واحدة لكل حساب حتى نهاية أبريل.',
    },
    deepLink: 'backcounter://coupons',
    mode: 'AT_INSTANT',
    state: 'SENT',
    createdDay: -255,
    startDay: -252.3,
    opens: 0.29,
  },
  {
    key: 'flash-friday',
    topic: 'offers.flash',
    title: {
      'en-US': 'Flash sale: three hours only',
      'de-DE': 'Blitzangebot: nur drei Stunden',
      'ar-EG': 'تخفيضات خاطفة: ثلاث ساعات فقط',
    },
    body: {
      'en-US': 'From 17:00 to 20:00 all headphones at half price. While stocks last.',
      'de-DE': 'Von 17 bis 20 Uhr alle Kopfhörer zum halben Preis. Solange der Vorrat reicht.',
      'ar-EG': 'من الخامسة إلى الثامنة مساءً جميع السماعات بنصف السعر حتى نفاد الكمية.',
    },
    deepLink: 'backcounter://offers/flash',
    mode: 'AT_LOCAL',
    state: 'SENT',
    createdDay: -204,
    startDay: -202,
    hour: 17,
    opens: 0.22,
  },
  {
    key: 'summer-badges',
    topic: 'games.badges',
    title: {
      'en-US': 'A new badge for early birds',
      'de-DE': 'Ein neues Abzeichen für Frühaufsteher',
      'ar-EG': 'شارة جديدة لمحبي الصباح',
    },
    body: {
      'en-US': 'Shop before nine on three days and it is yours.',
      'de-DE': 'Kauf an drei Tagen vor neun ein, und es gehört dir.',
      'ar-EG': 'تسوق قبل التاسعة صباحًا في ثلاثة أيام لتحصل عليها.',
    },
    deepLink: 'backcounter://badges',
    mode: 'AT_LOCAL',
    state: 'SENT',
    createdDay: -150,
    startDay: -148,
    hour: 9,
    opens: 0.37,
  },
  {
    key: 'lisbon-opening',
    topic: 'stores.openings',
    title: { 'en-US': 'We open in Lisbon on Saturday', 'de-DE': 'Samstag eröffnen wir in Lissabon' },
    body: {
      'en-US': 'Come by for coffee, pastéis and 500 points for the first hundred guests.',
      'de-DE': 'Komm vorbei: Kaffee, Pastéis und 500 Punkte für die ersten hundert Gäste.',
    },
    deepLink: 'backcounter://stores',
    countries: ['PT', 'ES'],
    mode: 'AT_INSTANT',
    state: 'SENT',
    createdDay: -112,
    startDay: -110.4,
    opens: 0.41,
  },
  {
    key: 'wrong-price',
    topic: 'offers.flash',
    title: { 'en-US': 'Espresso machines from €1', 'de-DE': 'Espressomaschinen ab 1 €' },
    body: {
      'en-US': 'Only today and only in the app.',
      'de-DE': 'Nur heute und nur in der App.',
    },
    deepLink: 'backcounter://offers/flash',
    mode: 'NOW',
    state: 'CANCELED',
    reason: 'The price lacks two digits',
    createdDay: -88.02,
    startDay: -88,
    reached: 0.31,
    opens: 0.48,
  },
  {
    key: 'autumn-draw',
    topic: 'games.giveaways',
    title: {
      'en-US': 'Win a weekend in Porto',
      'de-DE': 'Gewinne ein Wochenende in Porto',
      'ar-EG': 'اربح عطلة في بورتو',
    },
    body: {
      'en-US': 'Forty prizes, one ticket for each account. The draw is on the last day of the month.',
      'de-DE': 'Vierzig Preise, ein Los für jedes Konto. Gezogen wird am letzten Tag des Monats.',
      'ar-EG': 'أربعون جائزة وتذكرة واحدة لكل حساب. السحب في آخر يوم من الشهر.',
    },
    deepLink: 'backcounter://draws',
    mode: 'AT_LOCAL',
    state: 'SENT',
    createdDay: -59,
    startDay: -56,
    hour: 18,
    opens: 0.39,
  },
  {
    key: 'provider-trouble',
    topic: 'stores.events',
    title: { 'en-US': 'Cheese tasting this Thursday', 'de-DE': 'Käseverkostung am Donnerstag' },
    body: {
      'en-US': 'Twelve cheeses, two hours, no charge. Tell us in the app that you are coming.',
      'de-DE': 'Zwölf Käse, zwei Stunden, kostenlos. Sag uns in der App, dass du kommst.',
    },
    deepLink: 'backcounter://events',
    mode: 'AT_INSTANT',
    state: 'FAILED',
    reason: 'The push service refused more than half of the first messages',
    createdDay: -41,
    startDay: -40.2,
    reached: 0.4,
    opens: 0.1,
    fails: 0.72,
  },
  {
    key: 'security-reminder',
    topic: 'account.security',
    title: {
      'en-US': 'New sign-in protection',
      'de-DE': 'Neuer Schutz bei der Anmeldung',
      'ar-EG': 'حماية جديدة عند تسجيل الدخول',
    },
    body: {
      'en-US': 'From Monday on we ask for a code when you sign in on a new phone. There is nothing to do.',
      'de-DE': 'Ab Montag fragen wir bei der Anmeldung auf einem neuen Telefon nach einem Code. Du musst nichts tun.',
      'ar-EG': 'بدءًا من الاثنين سنطلب رمزًا عند تسجيل الدخول من هاتف جديد. لا يلزمك فعل أي شيء.',
    },
    deepLink: 'backcounter://account/security',
    lastSeenDays: 30,
    mode: 'AT_INSTANT',
    state: 'SENT',
    createdDay: -24,
    startDay: -22.5,
    opens: 0.52,
  },
  {
    key: 'event-berlin',
    topic: 'stores.events',
    title: { 'en-US': 'Tonight: winter lights in Berlin', 'de-DE': 'Heute Abend: Winterlichter in Berlin' },
    body: {
      'en-US': 'From 6 pm at Kurfürstendamm: double points, mulled wine and forty prizes.',
      'de-DE': 'Ab 18 Uhr am Kurfürstendamm: doppelte Punkte, Glühwein und vierzig Preise.',
    },
    deepLink: 'backcounter://events',
    countries: ['DE'],
    mode: 'AT_INSTANT',
    state: 'PAUSED',
    reason: 'The store asks to wait until the stage is up',
    createdDay: -1.2,
    startDay: -0.12,
    reached: 0.55,
    opens: 0.31,
  },
  {
    key: 'weekly-47',
    topic: 'offers.weekly',
    title: { 'en-US': 'Your offers of the week', 'de-DE': 'Deine Angebote der Woche', 'ar-EG': 'عروضك لهذا الأسبوع' },
    body: {
      'en-US': 'Coffee, oranges and board games: nine offers that end on Saturday.',
      'de-DE': 'Kaffee, Orangen und Brettspiele: neun Angebote bis Samstag.',
      'ar-EG': 'قهوة وبرتقال وألعاب لوحية: تسعة عروض تنتهي يوم السبت.',
    },
    deepLink: 'backcounter://offers/weekly',
    mode: 'AT_LOCAL',
    state: 'SENT',
    createdDay: -5,
    startDay: -3,
    hour: 10,
    opens: 0.27,
  },
  {
    key: 'badges-late',
    topic: 'games.badges',
    title: { 'en-US': 'Three badges that are almost yours', 'de-DE': 'Drei Abzeichen, die dir fast gehören' },
    body: {
      'en-US': 'One more visit and the next badge shows up in your profile.',
      'de-DE': 'Noch ein Besuch, und das nächste Abzeichen steht in deinem Profil.',
    },
    deepLink: 'backcounter://badges',
    mode: 'NOW',
    state: 'SENT',
    createdDay: -0.7,
    startDay: -0.6,
    opens: 0.12,
  },
  {
    key: 'giveaway-december',
    topic: 'games.giveaways',
    title: { 'en-US': 'The December draw opens', 'de-DE': 'Die Dezemberverlosung beginnt', 'ar-EG': 'يبدأ سحب ديسمبر' },
    body: {
      'en-US': 'Twenty-four prizes until the holidays. Take your ticket in the app.',
      'de-DE': 'Vierundzwanzig Preise bis zu den Feiertagen. Hol dir dein Los in der App.',
      'ar-EG': 'أربع وعشرون جائزة حتى العطلة. احصل على تذكرتك من التطبيق.',
    },
    deepLink: 'backcounter://draws',
    mode: 'AT_LOCAL',
    state: 'SCHEDULED',
    createdDay: -2,
    startDay: 4,
    hour: 10,
  },
  {
    key: 'flash-weekend',
    topic: 'offers.flash',
    title: { 'en-US': 'Weekend flash sale', 'de-DE': 'Blitzangebote am Wochenende', 'ar-EG': 'تخفيضات نهاية الأسبوع' },
    body: {
      'en-US': 'Saturday from nine: the first hundred baskets are 20% cheaper.',
      'de-DE': 'Samstag ab neun: Die ersten hundert Einkäufe sind 20 % günstiger.',
      'ar-EG': 'السبت من التاسعة صباحًا: أول مئة سلة أرخص بنسبة ٢٠٪.',
    },
    deepLink: 'backcounter://offers/flash',
    lastSeenDays: 60,
    mode: 'AT_INSTANT',
    state: 'SCHEDULED',
    createdDay: -0.8,
    startDay: 2.4,
    throttle: 6_000,
  },
  {
    key: 'draft-coupons',
    topic: 'offers.coupons',
    title: { 'en-US': 'Your holiday coupon', 'de-DE': 'Dein Festtagsgutschein', 'ar-EG': 'قسيمة الأعياد' },
    body: {
      'en-US': 'Five off from twenty-five, in every store until New Year.',
      'de-DE': 'Fünf weniger ab fünfundzwanzig, in jedem Geschäft bis Neujahr.',
    },
    deepLink: 'backcounter://coupons',
    countries: ['DE', 'AT', 'FR', 'ES', 'PT', 'IT'],
    mode: 'NOW',
    state: 'DRAFT',
    createdDay: -1.6,
  },
  {
    key: 'draft-tasting',
    topic: 'stores.events',
    title: { 'en-US': 'Chocolate tasting in December' },
    body: { 'en-US': 'Details follow.' },
    mode: 'AT_LOCAL',
    state: 'DRAFT',
    createdDay: -2.3,
    startDay: 9,
    hour: 17,
  },
];

/** Offers of the week, in turns. */
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

const weeklyPlans = Array.from({ length: WEEKS }, (_each, at): NotificationPlan => {
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

/** One notification at least in every state that lasts, and half a year of weekly ones. */
export const NOTIFICATION_PLANS: readonly NotificationPlan[] = [...SINGLE_PLANS, ...weeklyPlans];
