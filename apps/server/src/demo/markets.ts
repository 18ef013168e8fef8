/** How accounts of a country in which the company is active are generated. */
export interface Market {
  readonly country: string;
  /** Weight of the country among all accounts. */
  readonly weight: number;
  /** Locale of the name lists. */
  readonly names: string;
  /** Language tag of the accounts. */
  readonly locale: string;
  readonly order: 'given-family' | 'family-given';
  readonly mailDomains: readonly string[];
  /** National mobile number after the country code; each `#` is replaced by a digit. */
  readonly phone: string;
  /** Zone of areas that AREA_ZONES doesn't list. */
  readonly timezone: string;
}

const western = 'given-family';

function market(
  country: string,
  weight: number,
  names: string,
  locale: string,
  timezone: string,
  phone: string,
  mailDomains: string,
  order: Market['order'] = western,
): Market {
  return { country, weight, names, locale, order, phone, timezone, mailDomains: mailDomains.split(' ') };
}

export const MARKETS: readonly Market[] = [
  market('DE', 90, 'de', 'de-DE', 'Europe/Berlin', '151########', 'web.de gmx.de posteo.de t-online.de gmail.com'),
  market('FR', 70, 'fr', 'fr-FR', 'Europe/Paris', '6########', 'orange.fr free.fr laposte.net gmail.com'),
  market('GB', 70, 'en_GB', 'en-GB', 'Europe/London', '77########', 'btinternet.com outlook.com gmail.com icloud.com'),
  market('US', 80, 'en_US', 'en-US', 'America/New_York', '2125######', 'gmail.com yahoo.com icloud.com outlook.com'),
  market('ES', 55, 'es', 'es-ES', 'Europe/Madrid', '6########', 'gmail.com telefonica.net hotmail.es outlook.es'),
  market('IT', 55, 'it', 'it-IT', 'Europe/Rome', '347#######', 'libero.it virgilio.it tiscali.it gmail.com'),
  market('PT', 45, 'pt_PT', 'pt-PT', 'Europe/Lisbon', '91#######', 'sapo.pt gmail.com outlook.pt'),
  market(
    'BR',
    60,
    'pt_BR',
    'pt-BR',
    'America/Sao_Paulo',
    '119########',
    'uol.com.br bol.com.br gmail.com terra.com.br',
  ),
  market('NL', 35, 'nl', 'nl-NL', 'Europe/Amsterdam', '6########', 'ziggo.nl kpnmail.nl gmail.com'),
  market('BE', 22, 'nl_BE', 'nl-BE', 'Europe/Brussels', '47#######', 'telenet.be skynet.be gmail.com'),
  market('AT', 20, 'de_AT', 'de-AT', 'Europe/Vienna', '664#######', 'gmx.at chello.at gmail.com'),
  market('CH', 20, 'de_CH', 'de-CH', 'Europe/Zurich', '79#######', 'bluewin.ch gmx.ch gmail.com'),
  market('SE', 22, 'sv', 'sv-SE', 'Europe/Stockholm', '70#######', 'telia.com hotmail.se gmail.com'),
  market('NO', 16, 'nb_NO', 'nb-NO', 'Europe/Oslo', '9#######', 'online.no gmail.com'),
  market('DK', 18, 'da', 'da-DK', 'Europe/Copenhagen', '2#######', 'mail.dk gmail.com'),
  market('FI', 16, 'fi', 'fi-FI', 'Europe/Helsinki', '40#######', 'elisanet.fi gmail.com'),
  market('IE', 15, 'en_IE', 'en-IE', 'Europe/Dublin', '87#######', 'eircom.net gmail.com'),
  market('PL', 40, 'pl', 'pl-PL', 'Europe/Warsaw', '60#######', 'wp.pl onet.pl o2.pl gmail.com'),
  market('CZ', 18, 'cs_CZ', 'cs-CZ', 'Europe/Prague', '72#######', 'seznam.cz email.cz gmail.com'),
  market('SK', 12, 'sk', 'sk-SK', 'Europe/Bratislava', '90#######', 'azet.sk gmail.com'),
  market('HU', 18, 'hu', 'hu-HU', 'Europe/Budapest', '30#######', 'freemail.hu citromail.hu gmail.com', 'family-given'),
  market('RO', 20, 'ro', 'ro-RO', 'Europe/Bucharest', '72#######', 'yahoo.ro gmail.com'),
  market('HR', 12, 'hr', 'hr-HR', 'Europe/Zagreb', '91#######', 'net.hr gmail.com'),
  market('SI', 8, 'sl_SI', 'sl-SI', 'Europe/Ljubljana', '40######', 'siol.net gmail.com'),
  market('GR', 20, 'el', 'el-GR', 'Europe/Athens', '69########', 'otenet.gr gmail.com'),
  market('TR', 45, 'tr', 'tr-TR', 'Europe/Istanbul', '53########', 'yandex.com.tr mynet.com gmail.com'),
  market('UA', 25, 'uk', 'uk-UA', 'Europe/Kyiv', '67#######', 'ukr.net i.ua gmail.com'),
  market('IL', 14, 'he', 'he-IL', 'Asia/Jerusalem', '52#######', 'walla.co.il gmail.com'),
  market('EG', 35, 'ar', 'ar-EG', 'Africa/Cairo', '10########', 'outlook.com link.net gmail.com'),
  market('SA', 22, 'ar', 'ar-SA', 'Asia/Riyadh', '50#######', 'saudi.net.sa gmail.com'),
  market('AE', 16, 'ar', 'ar-AE', 'Asia/Dubai', '50#######', 'eim.ae gmail.com'),
  market('MA', 16, 'ar', 'ar-MA', 'Africa/Casablanca', '61#######', 'menara.ma gmail.com'),
  market('NG', 35, 'en_NG', 'en-NG', 'Africa/Lagos', '803#######', 'gmail.com yahoo.com'),
  market('GH', 12, 'en_GH', 'en-GH', 'Africa/Accra', '24#######', 'gmail.com yahoo.com'),
  market('ZA', 24, 'en_ZA', 'en-ZA', 'Africa/Johannesburg', '82#######', 'webmail.co.za mweb.co.za gmail.com'),
  market('IN', 70, 'en_IN', 'en-IN', 'Asia/Kolkata', '98########', 'rediffmail.com fastmail.in gmail.com'),
  market('JP', 55, 'ja', 'ja-JP', 'Asia/Tokyo', '90########', 'docomo.ne.jp ezweb.ne.jp icloud.com gmail.com'),
  market('KR', 40, 'ko', 'ko-KR', 'Asia/Seoul', '10########', 'naver.com daum.net gmail.com'),
  market('TW', 18, 'zh_TW', 'zh-TW', 'Asia/Taipei', '91#######', 'yahoo.com.tw gmail.com'),
  market('VN', 30, 'vi', 'vi-VN', 'Asia/Ho_Chi_Minh', '90#######', 'vnpt.vn gmail.com', 'family-given'),
  market('ID', 45, 'id_ID', 'id-ID', 'Asia/Jakarta', '812########', 'yahoo.co.id gmail.com'),
  market('TH', 24, 'th', 'th-TH', 'Asia/Bangkok', '81#######', 'hotmail.co.th gmail.com'),
  market('AU', 28, 'en_AU', 'en-AU', 'Australia/Sydney', '4########', 'bigpond.com gmail.com'),
  market('CA', 28, 'en_CA', 'en-CA', 'America/Toronto', '4165######', 'rogers.com sympatico.ca gmail.com'),
  market('MX', 45, 'es_MX', 'es-MX', 'America/Mexico_City', '55########', 'prodigy.net.mx hotmail.com gmail.com'),
  market('AR', 30, 'es', 'es-AR', 'America/Argentina/Buenos_Aires', '911########', 'fibertel.com.ar gmail.com'),
];

/** Zones of areas that differ from the zone of their country, by ISO 3166-2 code. */
export const AREA_ZONES: Readonly<Record<string, readonly string[]>> = {
  'America/Los_Angeles': ['US-CA', 'US-WA', 'US-OR', 'US-NV'],
  'America/Chicago': [
    ...['US-TX', 'US-IL', 'US-MN', 'US-WI', 'US-MO', 'US-LA', 'US-AL', 'US-MS', 'US-OK', 'US-KS', 'US-NE', 'US-IA'],
    ...['US-AR', 'US-TN', 'US-ND', 'US-SD'],
  ],
  'America/Denver': ['US-CO', 'US-NM', 'US-UT', 'US-WY', 'US-MT', 'US-ID'],
  'America/Phoenix': ['US-AZ'],
  'America/Anchorage': ['US-AK'],
  'Pacific/Honolulu': ['US-HI'],
  'America/Vancouver': ['CA-BC'],
  'America/Edmonton': ['CA-AB'],
  'America/Winnipeg': ['CA-MB'],
  'America/Regina': ['CA-SK'],
  'America/Halifax': ['CA-NS', 'CA-NB', 'CA-PE'],
  'America/St_Johns': ['CA-NL'],
  'Australia/Perth': ['AU-WA'],
  'Australia/Adelaide': ['AU-SA'],
  'Australia/Darwin': ['AU-NT'],
  'Australia/Brisbane': ['AU-QLD'],
  'Australia/Melbourne': ['AU-VIC'],
  'Australia/Hobart': ['AU-TAS'],
  'America/Manaus': ['BR-AM', 'BR-RO', 'BR-RR'],
  'America/Cuiaba': ['BR-MT', 'BR-MS'],
  'America/Rio_Branco': ['BR-AC'],
  'America/Tijuana': ['MX-BCN'],
  'America/Hermosillo': ['MX-SON'],
  'America/Cancun': ['MX-ROO'],
  'Atlantic/Canary': ['ES-CN'],
  'Atlantic/Azores': ['PT-20'],
  'Atlantic/Madeira': ['PT-30'],
  'Asia/Makassar': ['ID-SN', 'ID-BA', 'ID-SA', 'ID-SG', 'ID-ST', 'ID-KS', 'ID-KI', 'ID-KU', 'ID-NB', 'ID-NT'],
  'Asia/Jayapura': ['ID-PA', 'ID-PB', 'ID-MA', 'ID-MU'],
};
