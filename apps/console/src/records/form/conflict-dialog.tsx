import { useMessages } from '@backcounter/i18n/react';
import { Button, Radio } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { useState } from 'react';
import { RecordDialog } from '../record-dialog.tsx';
import styles from './conflict-dialog.module.css';
import type { Choice, FieldValue, Merge } from './record-merge.ts';

/** Properties of {@link ConflictDialog}. */
export interface ConflictDialogProps {
  readonly merge: Merge;
  /** The person who saved first, if known. */
  readonly editor: string | null;
  readonly labelOf: (field: string) => string;
  readonly wordsOf: (field: string, value: FieldValue) => string;
  /** Called with a decision for each conflict. */
  readonly onResolve: (choices: Readonly<Record<string, Choice>>) => void;
  readonly onClose: () => void;
}

/**
 * Another person saved first: shows each field that both changed with the original value, theirs and the one typed
 * here.
 */
export function ConflictDialog({ merge, editor, labelOf, wordsOf, onResolve, onClose }: ConflictDialogProps) {
  const { t } = useMessages();
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const isDecided = merge.conflicts.every(({ field }) => choices[field] !== undefined);
  return (
    <RecordDialog title={t('records.conflict.title')} isWide onClose={onClose}>
      <form
        className="bc-dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isDecided) onResolve(choices);
        }}
      >
        <p>{editor === null ? t('records.conflict.body') : t('records.conflict.body-by', { name: editor })}</p>
        {merge.conflicts.length > 0 ? (
          <table className={styles['merge']}>
            <thead>
              <tr>
                <th scope="col">{t('records.conflict.field')}</th>
                <th scope="col">{t('records.conflict.base')}</th>
                <th scope="col">{t('records.conflict.theirs')}</th>
                <th scope="col">{t('records.conflict.mine')}</th>
              </tr>
            </thead>
            <tbody>
              {merge.conflicts.map(({ field, base, theirs, mine }) => (
                <tr key={field}>
                  <th className="bc-medium" scope="row">
                    {labelOf(field)}
                  </th>
                  <td>
                    <del dir="auto">{wordsOf(field, base)}</del>
                  </td>
                  {(['theirs', 'mine'] as const).map((side) => (
                    <td key={side}>
                      <Radio
                        size="xs"
                        name={field}
                        value={side}
                        checked={choices[field] === side}
                        onChange={() => setChoices((before) => ({ ...before, [field]: side }))}
                        aria-label={t('records.conflict.take', {
                          field: labelOf(field),
                          side: t(`records.conflict.${side}`),
                          value: wordsOf(field, side === 'mine' ? mine : theirs),
                        })}
                        label={<span dir="auto">{wordsOf(field, side === 'mine' ? mine : theirs)}</span>}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ) : null}
        {merge.theirsOnly.length > 0 ? (
          <div>
            <p>{t('records.conflict.kept')}</p>
            <ul className={styles['list']}>
              {merge.theirsOnly.map(({ field, base, theirs }) => (
                <li key={field} dir="auto">
                  {t('records.conflict.change', {
                    field: labelOf(field),
                    before: wordsOf(field, base),
                    after: wordsOf(field, theirs),
                  })}
                </li>
              ))}
            </ul>
          </div>
        ) : null}
        <div className="bc-dialog-buttons">
          <Button data-autofocus onClick={onClose}>
            {t('records.conflict.go-on')}
          </Button>
          <Button type="submit" variant="filled" disabled={!isDecided}>
            {t('records.conflict.save')}
          </Button>
        </div>
      </form>
    </RecordDialog>
  );
}
