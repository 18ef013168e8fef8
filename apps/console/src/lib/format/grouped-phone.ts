import parsePhoneNumber from 'libphonenumber-js/min';

/** A number (E.164) in groups, as people of its country write it for abroad: `+49 151 22408595`. Unchanged if it is none. */
export function groupedPhone(number: string): string {
  return parsePhoneNumber(number)?.formatInternational() ?? number;
}
