import { useMessages } from '@backcounter/i18n/react';
import type { ReactNode } from 'react';
import type { EntityRecordPart } from './entity-definition.ts';
import { useUsageWords } from './usage-words.ts';

interface UsageNoteProps {
  readonly usages: EntityRecordPart['usedBy'];
  /** Possible actions. */
  readonly children?: ReactNode;
}

/** Usages of a record, below its form. */
export function UsageNote({ usages, children }: UsageNoteProps) {
  const { t } = useMessages();
  const words = useUsageWords(usages);
  return (
    <section className="bc-usage">
      <h3>{t('crud.usage.title')}</h3>
      <p>{words}</p>
      {children}
    </section>
  );
}
