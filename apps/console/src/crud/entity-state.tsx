import { useMessages } from '@backcounter/i18n/react';
import { State } from '@backcounter/ui';
import { IconArchive, IconCircleCheck, IconCircleOff } from '@tabler/icons-react';

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
