import { STORE_STATES, type StoreState, storeRecord } from '@backcounter/domain';
import { formatDay, formatInstant } from '../../lib/format/dates.ts';
import { regionName } from '../../lib/format/formats.ts';
import type { CellFormats } from '../../listing/list-definition.ts';
import { entityLabels } from '../../records/entity-labels.ts';
import type { FieldValue } from '../../records/form/record-merge.ts';

/** Labels of editable fields. */
export const STORE_FIELDS = entityLabels(storeRecord, (field) => `store.field.${field}`);

const STATES: readonly string[] = STORE_STATES;
const isState = (value: string): value is StoreState => STATES.includes(value);

/** Labels of a store's fields and values, including those that only the history has. */
export const storeWords = {
  fields: {
    ...STORE_FIELDS,
    points: 'store.field.balance',
    stateReason: 'store.field.stateReason',
    closedAt: 'store.field.closedAt',
  },
  wordsOf: (field: string, value: FieldValue, { t, locale, timeZone }: CellFormats): string | undefined => {
    if (typeof value !== 'string') return undefined;
    switch (field) {
      case 'state':
        return isState(value) ? t(`store.state.${value}`) : value;
      case 'openedOn':
        return formatDay(value, { locale, timeZone }) ?? value;
      case 'closedAt':
        return formatInstant(value, { locale, timeZone }) ?? value;
      case 'countryCode':
        return /^[A-Z]{2}$/.test(value) ? regionName(value, locale) : value;
      default:
        return undefined;
    }
  },
} as const;
