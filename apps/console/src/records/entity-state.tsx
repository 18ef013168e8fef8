import type { MessageKey } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { State } from '@backcounter/ui';
import { IconArchive, IconCircleCheck, IconCircleOff } from '@tabler/icons-react';
import { type Looks, stateMark, type Variant } from '../lib/record/state-mark.tsx';

export interface EntityStateProps {
  readonly record: { readonly archivedAt?: string | null; readonly isActive?: boolean };
  readonly variant?: 'pill' | 'plain';
}

/** Active, not active, or archived. */
export function EntityState({ record, variant = 'plain' }: EntityStateProps) {
  const { t } = useMessages();
  if (record.archivedAt != null) {
    return <State tone="neutral" icon={IconArchive} word={t('crud.state.archived')} variant={variant} />;
  }
  return record.isActive === false ? (
    <State tone="neutral" icon={IconCircleOff} word={t('crud.state.inactive')} variant={variant} />
  ) : (
    <State tone="positive" icon={IconCircleCheck} word={t('crud.state.active')} variant={variant} />
  );
}

/** A component for the states of records: icon, label and color. */
export function recordStateMark<Of extends string>(looks: Looks<Of>, keyOf: (state: Of) => MessageKey) {
  const Mark = stateMark(looks, keyOf);
  return ({ record, ...mark }: Variant & { readonly record: { readonly state: Of } }) => (
    <Mark {...mark} state={record.state} />
  );
}
