import { NOTIFICATION_SEND_MODES, NOTIFICATION_STATES, notificationRecord } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { useMemo } from 'react';
import { formatInstant } from '../../../lib/format/dates.ts';
import { formatUnit } from '../../../lib/format/duration.ts';
import { formatList, namesIn } from '../../../lib/format/formats.ts';
import { idsOf } from '../../../lib/format/id-text.ts';
import type { CellFormats } from '../../../listing/list-definition.ts';
import { entityLabels } from '../../../records/entity-labels.ts';
import { type EntityWords, useEntityWords } from '../../../records/entity-words.ts';
import { useChoices } from '../../../records/fields/choices.ts';
import type { FieldValue } from '../../../records/form/record-merge.ts';
import { segmentChoices } from '../../segment/public.ts';
import { badgeChoices, topicChoices } from '../notification-choices.ts';

/** Labels of a notification's fields, including those that only the history has. */
const FIELDS = {
  ...entityLabels(notificationRecord, (field) => `notification.field.${field}`),
  countryCodes: 'notification.field.countryCodes',
  areaIds: 'notification.field.areaIds',
  state: 'notification.field.state',
  stateReason: 'notification.field.stateReason',
} as const satisfies Readonly<Record<string, MessageKey>>;

const isIn = <Value extends string>(values: readonly Value[], value: string): value is Value =>
  (values as readonly string[]).includes(value);

function wordsOf(field: string, value: FieldValue, formats: CellFormats): string | undefined {
  const { t, locale } = formats;
  if (field === 'ttlSeconds' && typeof value === 'number') {
    return formatUnit(value / 3_600, 'hour', locale);
  }
  if (typeof value !== 'string') return undefined;
  switch (field) {
    case 'sendMode':
      return isIn(NOTIFICATION_SEND_MODES, value) ? t(`notification.mode.${value}`) : value;
    case 'state':
      return isIn(NOTIFICATION_STATES, value) ? t(`notification.state.${value}`) : value;
    case 'sendAt':
    case 'notAfter':
      return formatInstant(value, formats) ?? value;
    case 'sendLocal':
      return formatInstant(`${value}:00Z`, { locale, timeZone: 'UTC' }) ?? value;
    case 'countryCodes': {
      const names = namesIn(locale, { type: 'region' });
      return formatList(
        idsOf(value).map((code) => names.of(code) ?? code),
        locale,
      );
    }
    case 'areaIds':
      return t('notification.value.areas', { count: idsOf(value).length });
    default:
      return undefined;
  }
}

const NAMED: ReadonlySet<string> = new Set(['topicId', 'badgeId', 'segmentId']);
const SAID = { fields: FIELDS, wordsOf } as const;

/** Labels of notifications for forms, conflicts and history: topics, badges and segments by name, texts by language. */
export function useNotificationWords(): EntityWords {
  const words = useEntityWords<never>(SAID, null);
  const { t } = useMessages();
  const topics = useChoices(topicChoices);
  const badges = useChoices(badgeChoices);
  const segments = useChoices(segmentChoices);
  return useMemo(() => {
    const named = new Map([...topics, ...badges, ...segments].map(({ value, label }) => [value, label]));
    return {
      ...words,
      wordsOf: (field, value) => {
        if (NAMED.has(field) && typeof value === 'string') return named.get(value) ?? value;
        // The history has whole lists, as the API takes them.
        if (Array.isArray(value) && (field === 'countryCodes' || field === 'areaIds')) {
          return value.length === 0 ? t('listing.value.empty') : words.wordsOf(field, value.join(' '));
        }
        return words.wordsOf(field, value);
      },
    };
  }, [words, topics, badges, segments, t]);
}
