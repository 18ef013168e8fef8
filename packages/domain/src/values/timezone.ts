/** Cities by area: the zones of tzdata's `zone.tab` (decision 0181). */
const CITIES = `
  Africa: Abidjan Accra Addis_Ababa Algiers Asmara Bamako Bangui Banjul Bissau Blantyre Brazzaville Bujumbura Cairo
  Casablanca Ceuta Conakry Dakar Dar_es_Salaam Djibouti Douala El_Aaiun Freetown Gaborone Harare Johannesburg Juba
  Kampala Khartoum Kigali Kinshasa Lagos Libreville Lome Luanda Lubumbashi Lusaka Malabo Maputo Maseru Mbabane Mogadishu
  Monrovia Nairobi Ndjamena Niamey Nouakchott Ouagadougou Porto-Novo Sao_Tome Tripoli Tunis Windhoek
  America: Adak Anchorage Anguilla Antigua Araguaina Argentina/Buenos_Aires Argentina/Catamarca Argentina/Cordoba
  Argentina/Jujuy Argentina/La_Rioja Argentina/Mendoza Argentina/Rio_Gallegos Argentina/Salta Argentina/San_Juan
  Argentina/San_Luis Argentina/Tucuman Argentina/Ushuaia Aruba Asuncion Atikokan Bahia Bahia_Banderas Barbados Belem
  Belize Blanc-Sablon Boa_Vista Bogota Boise Cambridge_Bay Campo_Grande Cancun Caracas Cayenne Cayman Chicago Chihuahua
  Ciudad_Juarez Costa_Rica Coyhaique Creston Cuiaba Curacao Danmarkshavn Dawson Dawson_Creek Denver Detroit Dominica
  Edmonton Eirunepe El_Salvador Fort_Nelson Fortaleza Glace_Bay Goose_Bay Grand_Turk Grenada Guadeloupe Guatemala
  Guayaquil Guyana Halifax Havana Hermosillo Indiana/Indianapolis Indiana/Knox Indiana/Marengo Indiana/Petersburg
  Indiana/Tell_City Indiana/Vevay Indiana/Vincennes Indiana/Winamac Inuvik Iqaluit Jamaica Juneau Kentucky/Louisville
  Kentucky/Monticello Kralendijk La_Paz Lima Los_Angeles Lower_Princes Maceio Managua Manaus Marigot Martinique
  Matamoros Mazatlan Menominee Merida Metlakatla Mexico_City Miquelon Moncton Monterrey Montevideo Montserrat Nassau
  New_York Nome Noronha North_Dakota/Beulah North_Dakota/Center North_Dakota/New_Salem Nuuk Ojinaga Panama Paramaribo
  Phoenix Port-au-Prince Port_of_Spain Porto_Velho Puerto_Rico Punta_Arenas Rankin_Inlet Recife Regina Resolute
  Rio_Branco Santarem Santiago Santo_Domingo Sao_Paulo Scoresbysund Sitka St_Barthelemy St_Johns St_Kitts St_Lucia
  St_Thomas St_Vincent Swift_Current Tegucigalpa Thule Tijuana Toronto Tortola Vancouver Whitehorse Winnipeg Yakutat
  Antarctica: Casey Davis DumontDUrville Macquarie Mawson McMurdo Palmer Rothera Syowa Troll Vostok
  Arctic: Longyearbyen
  Asia: Aden Almaty Amman Anadyr Aqtau Aqtobe Ashgabat Atyrau Baghdad Bahrain Baku Bangkok Barnaul Beirut Bishkek Brunei
  Chita Colombo Damascus Dhaka Dili Dubai Dushanbe Famagusta Gaza Hebron Ho_Chi_Minh Hong_Kong Hovd Irkutsk Jakarta
  Jayapura Jerusalem Kabul Kamchatka Karachi Kathmandu Khandyga Kolkata Krasnoyarsk Kuala_Lumpur Kuching Kuwait Macau
  Magadan Makassar Manila Muscat Nicosia Novokuznetsk Novosibirsk Omsk Oral Phnom_Penh Pontianak Pyongyang Qatar
  Qostanay Qyzylorda Riyadh Sakhalin Samarkand Seoul Shanghai Singapore Srednekolymsk Taipei Tashkent Tbilisi Tehran
  Thimphu Tokyo Tomsk Ulaanbaatar Urumqi Ust-Nera Vientiane Vladivostok Yakutsk Yangon Yekaterinburg Yerevan
  Atlantic: Azores Bermuda Canary Cape_Verde Faroe Madeira Reykjavik South_Georgia St_Helena Stanley
  Australia: Adelaide Brisbane Broken_Hill Darwin Eucla Hobart Lindeman Lord_Howe Melbourne Perth Sydney
  Europe: Amsterdam Andorra Astrakhan Athens Belgrade Berlin Bratislava Brussels Bucharest Budapest Busingen Chisinau
  Copenhagen Dublin Gibraltar Guernsey Helsinki Isle_of_Man Istanbul Jersey Kaliningrad Kirov Kyiv Lisbon Ljubljana
  London Luxembourg Madrid Malta Mariehamn Minsk Monaco Moscow Oslo Paris Podgorica Prague Riga Rome Samara San_Marino
  Sarajevo Saratov Simferopol Skopje Sofia Stockholm Tallinn Tirane Ulyanovsk Vaduz Vatican Vienna Vilnius Volgograd
  Warsaw Zagreb Zurich
  Indian: Antananarivo Chagos Christmas Cocos Comoro Kerguelen Mahe Maldives Mauritius Mayotte Reunion
  Pacific: Apia Auckland Bougainville Chatham Chuuk Easter Efate Fakaofo Fiji Funafuti Galapagos Gambier Guadalcanal
  Guam Honolulu Kanton Kiritimati Kosrae Kwajalein Majuro Marquesas Midway Nauru Niue Norfolk Noumea Pago_Pago Palau
  Pitcairn Pohnpei Port_Moresby Rarotonga Saipan Tahiti Tarawa Tongatapu Wake Wallis`;

/** Other names of the same zones: the links of tzdata, without abbreviations such as `CET`. */
const LINKS = `
  Africa/Asmera=Africa/Asmara Africa/Timbuktu=Africa/Bamako Egypt=Africa/Cairo Libya=Africa/Tripoli
  America/Atka=America/Adak US/Aleutian=America/Adak US/Alaska=America/Anchorage
  America/Buenos_Aires=America/Argentina/Buenos_Aires America/Argentina/ComodRivadavia=America/Argentina/Catamarca
  America/Catamarca=America/Argentina/Catamarca America/Cordoba=America/Argentina/Cordoba
  America/Rosario=America/Argentina/Cordoba America/Jujuy=America/Argentina/Jujuy
  America/Mendoza=America/Argentina/Mendoza America/Coral_Harbour=America/Atikokan CST6CDT=America/Chicago
  US/Central=America/Chicago America/Shiprock=America/Denver MST7MDT=America/Denver Navajo=America/Denver
  US/Mountain=America/Denver US/Michigan=America/Detroit America/Yellowknife=America/Edmonton
  Canada/Mountain=America/Edmonton Canada/Atlantic=America/Halifax Cuba=America/Havana
  America/Fort_Wayne=America/Indiana/Indianapolis America/Indianapolis=America/Indiana/Indianapolis
  US/East-Indiana=America/Indiana/Indianapolis America/Knox_IN=America/Indiana/Knox
  US/Indiana-Starke=America/Indiana/Knox America/Pangnirtung=America/Iqaluit Jamaica=America/Jamaica
  America/Louisville=America/Kentucky/Louisville PST8PDT=America/Los_Angeles US/Pacific=America/Los_Angeles
  Brazil/West=America/Manaus Mexico/BajaSur=America/Mazatlan Mexico/General=America/Mexico_City EST5EDT=America/New_York
  US/Eastern=America/New_York Brazil/DeNoronha=America/Noronha America/Godthab=America/Nuuk US/Arizona=America/Phoenix
  Canada/Saskatchewan=America/Regina America/Porto_Acre=America/Rio_Branco Brazil/Acre=America/Rio_Branco
  Chile/Continental=America/Santiago Brazil/East=America/Sao_Paulo Canada/Newfoundland=America/St_Johns
  America/Virgin=America/St_Thomas America/Ensenada=America/Tijuana America/Santa_Isabel=America/Tijuana
  Mexico/BajaNorte=America/Tijuana America/Montreal=America/Toronto America/Nipigon=America/Toronto
  America/Thunder_Bay=America/Toronto Canada/Eastern=America/Toronto Canada/Pacific=America/Vancouver
  Canada/Yukon=America/Whitehorse America/Rainy_River=America/Winnipeg Canada/Central=America/Winnipeg
  Antarctica/South_Pole=Antarctica/McMurdo Atlantic/Jan_Mayen=Arctic/Longyearbyen Asia/Ashkhabad=Asia/Ashgabat
  Asia/Dacca=Asia/Dhaka Asia/Saigon=Asia/Ho_Chi_Minh Hongkong=Asia/Hong_Kong Asia/Tel_Aviv=Asia/Jerusalem
  Israel=Asia/Jerusalem Asia/Katmandu=Asia/Kathmandu Asia/Calcutta=Asia/Kolkata Asia/Macao=Asia/Macau
  Asia/Ujung_Pandang=Asia/Makassar Europe/Nicosia=Asia/Nicosia ROK=Asia/Seoul Asia/Chongqing=Asia/Shanghai
  Asia/Chungking=Asia/Shanghai Asia/Harbin=Asia/Shanghai PRC=Asia/Shanghai Singapore=Asia/Singapore ROC=Asia/Taipei
  Iran=Asia/Tehran Asia/Thimbu=Asia/Thimphu Japan=Asia/Tokyo Asia/Choibalsan=Asia/Ulaanbaatar
  Asia/Ulan_Bator=Asia/Ulaanbaatar Asia/Kashgar=Asia/Urumqi Asia/Rangoon=Asia/Yangon Atlantic/Faeroe=Atlantic/Faroe
  Iceland=Atlantic/Reykjavik Australia/South=Australia/Adelaide Australia/Queensland=Australia/Brisbane
  Australia/Yancowinna=Australia/Broken_Hill Australia/North=Australia/Darwin Australia/Currie=Australia/Hobart
  Australia/Tasmania=Australia/Hobart Australia/LHI=Australia/Lord_Howe Australia/Victoria=Australia/Melbourne
  Australia/West=Australia/Perth Australia/ACT=Australia/Sydney Australia/Canberra=Australia/Sydney
  Australia/NSW=Australia/Sydney Europe/Tiraspol=Europe/Chisinau Eire=Europe/Dublin Asia/Istanbul=Europe/Istanbul
  Turkey=Europe/Istanbul Europe/Kiev=Europe/Kyiv Europe/Uzhgorod=Europe/Kyiv Europe/Zaporozhye=Europe/Kyiv
  Portugal=Europe/Lisbon Europe/Belfast=Europe/London GB=Europe/London GB-Eire=Europe/London W-SU=Europe/Moscow
  Poland=Europe/Warsaw NZ=Pacific/Auckland NZ-CHAT=Pacific/Chatham Pacific/Truk=Pacific/Chuuk Pacific/Yap=Pacific/Chuuk
  Chile/EasterIsland=Pacific/Easter Pacific/Johnston=Pacific/Honolulu US/Hawaii=Pacific/Honolulu
  Pacific/Enderbury=Pacific/Kanton Kwajalein=Pacific/Kwajalein Pacific/Samoa=Pacific/Pago_Pago
  US/Samoa=Pacific/Pago_Pago Pacific/Ponape=Pacific/Pohnpei Etc/GMT=UTC Etc/GMT+0=UTC Etc/GMT-0=UTC Etc/GMT0=UTC
  Etc/Greenwich=UTC Etc/UCT=UTC Etc/UTC=UTC Etc/Universal=UTC Etc/Zulu=UTC GMT=UTC GMT+0=UTC GMT-0=UTC GMT0=UTC
  Greenwich=UTC UCT=UTC Universal=UTC Zulu=UTC`;

/** Names by area and links, in lower case, with the name on the list. */
const known = new Map([['utc', 'UTC']]);
let area = '';
for (const word of CITIES.trim().split(/\s+/)) {
  if (word.endsWith(':')) area = word.slice(0, -1);
  else known.set(`${area}/${word}`.toLowerCase(), `${area}/${word}`);
}
/** All time zones: canonical names of the IANA data and `UTC`. */
export const TIMEZONES: readonly string[] = [...known.values()].sort();

/** Other names of these zones, with the name on the list. */
export const TIMEZONE_ALIASES: ReadonlyMap<string, string> = new Map(
  LINKS.trim()
    .split(/\s+/)
    .map((link) => link.split('=') as [string, string]),
);
for (const [alias, zone] of TIMEZONE_ALIASES) known.set(alias.toLowerCase(), zone);

let missing: ReadonlySet<string> = new Set();
let disputed: ReadonlySet<string> = new Set();

/** Takes zones off the list: those the database lacks, and those whose clock it reads differently. */
export function dropTimezones(zones: {
  readonly missing: readonly string[];
  readonly disputed: readonly string[];
}): void {
  missing = new Set(zones.missing);
  disputed = new Set(zones.disputed);
}

/** Zone of the list by any of its names, in any case; null for anything else. */
export function canonicalTimezone(name: string): string | null {
  const zone = known.get(name.trim().toLowerCase()) ?? null;
  return zone === null || missing.has(zone) ? null : zone;
}

/** True for a zone whose clock the database reads differently. */
export const isDisputedTimezone = (zone: string): boolean => disputed.has(zone);

/** Zones that this server refuses, under all their names. */
export const refusedTimezones = (): readonly string[] => {
  const zones = new Set([...missing, ...disputed]);
  return [...zones, ...[...TIMEZONE_ALIASES].flatMap(([alias, zone]) => (zones.has(zone) ? alias : []))];
};
