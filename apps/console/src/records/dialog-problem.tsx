import { useMessages } from '@backcounter/i18n/react';
import { IdChip } from '@backcounter/ui';
import { errorKeyOf } from '../lib/error-text.ts';
import { useReference } from '../lib/reference.ts';

/** What went wrong with what a dialog was to do, and the reference that support asks for, where there is one. */
export function DialogProblem({ error }: { readonly error: unknown }) {
  const { t } = useMessages();
  const reference = useReference(error);
  return (
    <p className="bc-dialog-problem" role="alert">
      {t(errorKeyOf(error))}{' '}
      {reference ? <IdChip value={reference.id} labels={{ copy: reference.copy, copied: reference.copied }} /> : null}
    </p>
  );
}
