import { type FieldProblems, SOURCE_LOCALE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { formatList } from '../../../lib/format/formats.ts';
import type { FieldValues } from '../../../records/form/record-merge.ts';
import { SideCard } from '../../../records/wizard/side-card.tsx';
import { type Check, Checklist } from '../../../records/wizard/step-checklist.tsx';
import type { Audience } from '../audience/use-audience.ts';
import { languageWords } from '../language-tabs.tsx';
import { languageStanding } from '../notification-languages.ts';
import type { NotificationValues } from './notification-form-values.ts';

interface ChecksProps {
  readonly values: NotificationValues;
  readonly missing: FieldProblems;
  readonly languages: readonly string[];
  readonly labelOf: (field: string) => string;
  readonly audience: Audience | undefined;
  /** A test of exactly the present content has been sent. */
  readonly isTested: boolean;
}

/** Requirements for sending, and advice: done, missing, or still to do. */
export function Checks({ values, missing, languages, labelOf, audience, isTested }: ChecksProps) {
  const { t, locale, figure } = useMessages();
  const list = (words: readonly string[]) => formatList(words, locale, 'conjunction');
  const named = (standing: string) => languages.filter((tag) => languageStanding(values, tag) === standing);
  const [complete, partial, empty] = [named('complete'), named('partial'), named('empty')];
  const isWritten = complete.includes(SOURCE_LOCALE);
  const others = Object.keys(missing).filter((field) => !/^(title|body)I18n\./.test(field));
  // An empty field is still to do; an invalid one is a problem.
  const isBlank = (field: string) => ((values as FieldValues)[field] ?? '') === '';
  const [blank, broken] = [others.filter(isBlank), others.filter((field) => !isBlank(field))];
  const labels = (fields: readonly string[]) => list([...new Set(fields.map(labelOf))]);
  const checks: readonly Check[] = [
    ...(complete.length > 0
      ? [
          {
            key: 'complete',
            tone: 'positive',
            label: t('notification.check.complete', { languages: languageWords(complete, locale) }),
          } as const,
        ]
      : []),
    ...(isWritten ? [] : [{ key: 'write', tone: undefined, label: t('notification.check.write') }]),
    ...(partial.length > 0
      ? [
          {
            key: 'partial',
            tone: 'warning',
            label: t('notification.check.partial', { languages: languageWords(partial, locale) }),
          } as const,
        ]
      : []),
    ...(empty.length > 0 && isWritten
      ? [
          {
            key: 'empty',
            tone: 'info',
            label: t('notification.check.fallback', { languages: languageWords(empty, locale) }),
          } as const,
        ]
      : []),
    ...(blank.length > 0
      ? [{ key: 'blank', tone: undefined, label: t('notification.check.blank', { fields: labels(blank) }) }]
      : []),
    ...(broken.length > 0
      ? [{ key: 'fields', tone: 'warning', label: t('notification.check.fields', { fields: labels(broken) }) } as const]
      : []),
    ...(audience?.recipients === 0
      ? [{ key: 'none', tone: 'warning', label: t('notification.check.none') } as const]
      : []),
    {
      key: 'test',
      tone: isTested ? 'positive' : undefined,
      label: t(isTested ? 'notification.test.done' : 'notification.check.test'),
    },
    ...(audience?.isLarge
      ? [
          {
            key: 'large',
            tone: 'info',
            label: t('notification.check.large', {
              above: figure(audience.approvalAbove),
            }),
          } as const,
        ]
      : []),
  ];
  return (
    <SideCard title={t('notification.check.title')}>
      <Checklist checks={checks} />
    </SideCard>
  );
}
