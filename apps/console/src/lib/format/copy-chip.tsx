import { useMessages } from '@backcounter/i18n/react';
import { IdChip } from '@backcounter/ui';
import { UUID } from './machine-id.ts';

interface CopyChipProps {
  /** The copied text. */
  readonly value: string;
  /** The displayed text, if it is shorter. */
  readonly shown?: string;
  /** Name of the value, if that is too long to be read out. */
  readonly name?: string;
  /** True for a value that only machines read, which is not shown. */
  readonly isId?: boolean;
}

/** A code or number that a click copies. An id, which only machines can read, is copied without being shown. */
export function CopyChip({ value, shown = value, name = value, isId = UUID.test(value) }: CopyChipProps) {
  const { t } = useMessages();
  return (
    <IdChip
      value={value}
      shown={isId ? t('common.action.copy-machine-id') : shown}
      labels={{ copy: isId ? '' : t('common.action.copy-id', { value: name }), copied: t('common.action.copied') }}
    />
  );
}
