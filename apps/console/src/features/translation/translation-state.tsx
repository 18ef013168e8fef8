import type { TranslationState } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { State } from '@backcounter/ui';
import {
  IconAlertTriangle,
  IconArchive,
  IconCircleCheck,
  IconCircleDashed,
  IconHistoryToggle,
  IconPencil,
  IconWorldCheck,
  IconWorldOff,
} from '@tabler/icons-react';
import type { TranslationLanguageRowFragment } from '../../generated/graphql.ts';
import { type Looks, stateMark } from '../../lib/record/state-mark.tsx';

const LOOKS: Looks<TranslationState> = {
  MISSING: { tone: 'neutral', icon: IconCircleDashed },
  INVALID: { tone: 'negative', icon: IconAlertTriangle },
  STALE: { tone: 'warning', icon: IconHistoryToggle },
  TRANSLATED: { tone: 'positive', icon: IconCircleCheck },
  RETIRED: { tone: 'neutral', icon: IconArchive },
};

/** State of a text in a language. */
export const TranslationStateMark = stateMark(LOOKS, (state) => `translation.state.${state}`);

/** Whether a language is published, and whether its publication is up to date. */
export function LanguageStateMark({
  language,
  variant = 'plain',
}: {
  readonly language: Pick<TranslationLanguageRowFragment, 'isWithdrawn' | 'publication' | 'unpublishedChanges'>;
  readonly variant?: 'plain' | 'pill';
}) {
  const { t } = useMessages();
  if (language.isWithdrawn) {
    return <State tone="warning" icon={IconWorldOff} variant={variant} word={t('translation.language.withdrawn')} />;
  }
  if (!language.publication) {
    return <State tone="neutral" icon={IconPencil} variant={variant} word={t('translation.language.unpublished')} />;
  }
  return <State tone="positive" icon={IconWorldCheck} variant={variant} word={t('translation.language.published')} />;
}
