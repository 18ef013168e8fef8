type Params = Readonly<Record<string, string | number>>;

/** What files say about each rule; the console has the same in its languages. */
const WORDS: Readonly<Record<string, (params: Params) => string>> = {
  'area-code': () => 'is no code of an area: 2 to 24 capital letters, digits or hyphens',
  boolean: () => 'must be yes or no',
  'cell-error': () => 'is an error of the spreadsheet',
  characters: () => 'has characters that cannot be seen',
  code: () => 'is no code: small letters, digits, dots, hyphens and underscores',
  currency: () => 'is no currency code of ISO 4217',
  date: () => 'must be a date such as 1990-12-31',
  'dial-code': () => 'is no calling code without +',
  email: () => 'is no e-mail address',
  encoding: () => 'has characters that do not fit the encoding of the file',
  fixed: () => 'cannot be changed once the record exists',
  'is-erased': () => 'belongs to an account that was erased',
  locale: () => 'is no language such as en-US',
  'message-forms': ({ forms }) => `lacks plural forms of its language: ${forms}`,
  'message-kind': ({ names }) => `takes ${names} for something else than the English text does`,
  'message-lacking': ({ names }) => `lacks ${names} of the English text`,
  'message-strange': ({ names }) => `has ${names}, which the English text has not`,
  'message-syntax': ({ detail }) => `cannot be read as a text with placeholders: ${detail}`,
  'not-editable': () => 'belongs to a record that cannot be edited now',
  'not-in-country': () => 'is in another country',
  'not-in-use': () => 'is archived or switched off',
  'one-of': ({ values }) => `must be one of: ${values}`,
  'only-with-rule': () => 'is only for badges that a rule awards',
  'phone-e164': () => 'is no phone number such as +4930123456',
  range: () => 'is out of range',
  repeated: ({ row }) => `is already in row ${row}`,
  required: () => 'is missing',
  'store-sid': () => 'is no store id: 6 to 12 capital letters and digits',
  taken: () => 'belongs to another record',
  timezone: () => 'is no time zone such as Europe/Berlin',
  'too-large': ({ max }) => `must be at most ${max}`,
  'too-long': ({ max }) => `has more than ${max} characters`,
  'too-many': () => 'has too many languages',
  'too-many-cells': ({ max }) => `the row has more cells than the ${max} columns of the heading`,
  'too-small': ({ min }) => `must be at least ${min}`,
  unknown: () => 'does not exist',
  'whole-number': () => 'must be a whole number',
};

/** A rule in English words, for files. */
export function ruleWords(rule: string, params: Params = {}): string {
  return WORDS[rule]?.(params) ?? 'is not valid';
}
