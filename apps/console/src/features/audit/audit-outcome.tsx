import type { AuditOutcome } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { State, type StateProps } from '@backcounter/ui';
import { IconAlertTriangle, IconBan, IconCircleCheck } from '@tabler/icons-react';

const LOOKS: Readonly<Record<AuditOutcome, Pick<StateProps, 'tone' | 'icon'>>> = {
  DONE: { tone: 'positive', icon: IconCircleCheck },
  DENIED: { tone: 'negative', icon: IconBan },
  FAILED: { tone: 'negative', icon: IconAlertTriangle },
};

/** An action's outcome: icon, label and colour. */
export function AuditOutcomeMark({
  outcome,
  variant = 'plain',
}: { readonly outcome: AuditOutcome } & Pick<StateProps, 'variant'>) {
  const { t } = useMessages();
  return <State {...LOOKS[outcome]} word={t(`audit.outcome.${outcome}`)} variant={variant ?? 'plain'} />;
}
