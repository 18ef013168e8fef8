import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { ProblemWords } from '../../lib/api/problem-words.tsx';
import type { RequestError } from '../../lib/api/request-error.ts';
import { formatList } from '../../lib/format/formats.ts';
import { useFocusIfLost } from '../../lib/page/focus-if-lost.ts';
import type { RecordFormState } from './use-record-form.ts';

interface SaveBarProps {
  readonly form: Pick<RecordFormState, 'changed' | 'formError' | 'isDirty' | 'isSaving'>;
  readonly labelOf: (field: string) => string;
  /** Label of the button; default "Save changes". */
  readonly verb?: string;
  /** Label of the other button; default "Cancel". */
  readonly cancel?: string;
  /** Null: disabled. */
  readonly onCancel: (() => void) | null;
}

/** Lists the changes to save. Save is enabled only with changes, and takes one click at a time. */
export function SaveBar({ form, labelOf, verb, cancel, onCancel }: SaveBarProps) {
  const { t, locale } = useMessages();
  const fields = formatList(form.changed.map(labelOf), locale, 'conjunction');
  return (
    <div className="bc-save-bar" data-dirty={form.isDirty || undefined}>
      <div className="bc-save-words" aria-live="polite">
        {form.formError ? (
          <SaveProblem error={form.formError} />
        ) : form.isDirty ? (
          t('records.save.will', { count: form.changed.length, fields })
        ) : (
          t('records.save.nothing')
        )}
      </div>
      <Button disabled={onCancel === null} onClick={onCancel ?? undefined}>
        {cancel ?? t('common.action.cancel')}
      </Button>
      <Button type="submit" variant="filled" disabled={!form.isDirty} loading={form.isSaving}>
        {verb ?? t('records.save.action')}
      </Button>
    </div>
  );
}

/** Why saving failed; takes the focus if the button that had it is gone. */
export function SaveProblem({ error }: { readonly error: RequestError }) {
  const place = useFocusIfLost<HTMLSpanElement>(error);
  return (
    <span ref={place} className="bc-save-problem" role="alert" tabIndex={-1}>
      <ProblemWords error={error} />
    </span>
  );
}
