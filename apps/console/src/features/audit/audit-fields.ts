import {
  accountRecord,
  appRecord,
  areaRecord,
  badgeRecord,
  campaignRecord,
  countryRecord,
  giveawayRecord,
  machineClientRecord,
  notificationRecord,
  REFERENCE_DATA,
  releaseRecord,
  segmentRecord,
  storeRecord,
  streamerRecord,
  topicRecord,
} from '@backcounter/domain';
import type { AuditFilter } from '../../generated/graphql.ts';
import { load } from '../../lib/api/graphql-client.ts';
import { compareIn, languageName, regionName } from '../../lib/format/formats.ts';
import { fieldKeys, firstKey } from '../../lib/record/field-label.ts';
import { personCode } from '../../listing/address/person-code.ts';
import type { FilterOption, OptionContext } from '../../listing/list-definition.ts';
import { kindWords } from '../../records/action-words.ts';
import { changedValue } from '../../records/history/change-words.ts';
import { auditValuesQuery } from './audit.operations.ts';

const RECORDS = [
  accountRecord,
  appRecord,
  areaRecord,
  badgeRecord,
  campaignRecord,
  countryRecord,
  giveawayRecord,
  machineClientRecord,
  notificationRecord,
  releaseRecord,
  segmentRecord,
  storeRecord,
  streamerRecord,
  topicRecord,
] as const;
const STATELESS: readonly string[] = [...REFERENCE_DATA, 'segment'];

/** Every field with a label, as "Account: Country". */
export function fieldOptions(context: OptionContext): readonly FilterOption[] {
  const { t, locale } = context;
  const compare = compareIn(locale);
  return RECORDS.flatMap(({ noun, fields }) =>
    [...Object.keys(fields), ...(STATELESS.includes(noun) ? [] : ['state'])].flatMap((field) => {
      const key = firstKey(...fieldKeys(noun, field));
      return key ? [{ value: `${noun}_${field}`, label: `${kindWords(noun, context)}: ${t(key)}` }] : [];
    }),
  ).sort((a, b) => compare(a.label, b.label));
}

/** Values of the field on one side of its latest 100 changes. */
export async function valueOptions(
  side: 'after' | 'before',
  code: string,
  filter: AuditFilter,
  context: OptionContext,
): Promise<readonly FilterOption[]> {
  const { t, locale, figure } = context;
  const [kind = '', name] = code.split('.');
  const { auditEvents } = await load(auditValuesQuery, { filter }, context.signal);
  const wordsOf = (field: string, value: unknown): string => {
    if (typeof value === 'boolean') return t(value ? 'listing.filter.yes' : 'listing.filter.no');
    if (typeof value === 'number') return figure(value);
    const text = String(value);
    if (/^[A-Z]{2}$/.test(text)) return regionName(text, locale);
    if (/^[a-z]{2}-[A-Z]{2}$/.test(text)) return languageName(text, locale);
    const key = ['state', 'status', field].map((part) => firstKey(`${kind}.${part}.${text}`)).find((each) => each);
    return key ? t(key) : text;
  };
  const options = auditEvents.nodes.flatMap(({ changes }) =>
    changes.flatMap((change) => {
      const value: unknown = change[side];
      if (change.field !== name || value === null || value === undefined || typeof value === 'object') return [];
      return { value: personCode(String(value)), label: changedValue(change, value, wordsOf, context) };
    }),
  );
  return [...new Map(options.map((option) => [option.value, option])).values()];
}
