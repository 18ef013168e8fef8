type Params = Readonly<Record<string, string | number>>;

/** English message of each rule, for files; the console has its own in every language. */
const MESSAGES: Readonly<Record<string, (params: Params) => string>> = {
  'area-code': () => 'is not an area code: 2 to 24 capital letters, digits or hyphens',
  boolean: () => 'must be yes or no',
  'cell-error': () => 'is a spreadsheet error',
  characters: () => 'has invisible characters',
  code: () => 'is not a code: lowercase letters, digits, dots, hyphens and underscores',
  currency: () => 'is not an ISO 4217 currency code',
  date: () => 'must be a date such as 1990-12-31',
  'dial-code': () => 'is not a calling code without +',
  email: () => 'is not an e-mail address',
  encoding: () => 'has characters that do not fit the encoding of the file',
  fixed: () => 'cannot be changed once the record exists',
  'is-erased': () => 'belongs to an account that was erased',
  locale: () => 'is not a language such as en-US',
  'message-forms': ({ forms }) => `lacks plural forms of its language: ${forms}`,
  'message-kind': ({ names }) => `uses ${names} differently from the English text`,
  'message-lacking': ({ names }) => `lacks ${names} of the English text`,
  'message-strange': ({ names }) => `has ${names}, which the English text does not have`,
  'message-syntax': ({ detail }) => `cannot be read as a text with placeholders: ${detail}`,
  'not-editable': () => 'belongs to a record that cannot be edited now',
  'not-in-country': () => 'is in another country',
  'not-in-use': () => 'is archived or switched off',
  'one-of': ({ values }) => `must be one of: ${values}`,
  'only-with-rule': () => 'is only for badges awarded by a rule',
  'phone-e164': () => 'is not a phone number such as +4930123456',
  range: () => 'is out of range',
  repeated: ({ row }) => `is already in row ${row}`,
  required: () => 'is missing',
  'store-sid': () => 'is not a store id: 6 to 12 capital letters and digits',
  taken: () => 'belongs to another record',
  timezone: () => 'is not a time zone such as Europe/Berlin',
  'too-large': ({ max }) => `must be at most ${max}`,
  'too-long': ({ max }) => `has more than ${max} characters`,
  'too-many': () => 'has too many languages',
  'too-many-cells': ({ max }) => `the row has more cells than the ${max} columns of the heading`,
  'too-small': ({ min }) => `must be at least ${min}`,
  unknown: () => 'does not exist',
  'whole-number': () => 'must be a whole number',
};

/** The English message of a rule, for files. */
export function ruleMessage(rule: string, params: Params = {}): string {
  return MESSAGES[rule]?.(params) ?? 'is not valid';
}
