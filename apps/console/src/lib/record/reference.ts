import { useMessages } from '@backcounter/i18n/react';
import type { ErrorPanelProps } from '@backcounter/ui';
import { RequestError } from '../api/request-error.ts';

/** The reference id of a failure with its labels, for an `ErrorPanel`; undefined without one. */
export function useReference(error: unknown): ErrorPanelProps['reference'] {
  const { t } = useMessages();
  if (!(error instanceof RequestError) || error.referenceId === null) return undefined;
  return {
    id: error.referenceId,
    label: t('common.place.reference'),
    copy: t('common.action.copy-id', { value: error.referenceId }),
    copied: t('common.action.copied'),
  };
}
