import { useState } from 'react';
import { type Choices, offered, useChoices } from '../../../crud/fields/choices.ts';
import type { AccountBulkAction } from '../../../generated/graphql.ts';
import type { BulkDialogProps } from '../../../lib/record/selected-rows.ts';
import { Select } from '../../../lib/select/select.tsx';
import { BulkDialog, type BulkDialogProps as DialogWords } from '../../../records/bulk/bulk-dialog.tsx';
import { useAccountBulk } from './use-account-bulk.ts';

interface AccountBulkTargetProps extends BulkDialogProps {
  readonly action: AccountBulkAction;
  /** Topics or badges to choose from. */
  readonly choices: Choices;
  /** Label of the select. */
  readonly label: string;
  readonly words: Pick<DialogWords, 'titles' | 'verb' | 'consequence' | 'changeWords'>;
}

/** Asks for a topic or badge, shows the effect on the selected accounts, then starts the job. */
export function AccountBulkTarget({ action, choices, label, words, ...props }: AccountBulkTargetProps) {
  const [targetId, setTargetId] = useState<string | null>(null);
  const { forecast, reasonWords, start } = useAccountBulk(action, props, { targetId });
  const known = offered(useChoices(choices), targetId);
  return (
    <BulkDialog
      {...words}
      reasonWords={reasonWords}
      isDestructive={false}
      isReasonRequired={false}
      isIncomplete={targetId === null}
      count={props.count}
      forecast={forecast}
      content={targetId ?? ''}
      fields={(problemOf) => (
        <Select
          label={label}
          required
          options={known}
          value={targetId}
          error={problemOf('targetId')}
          onChange={setTargetId}
        />
      )}
      onStart={(given) => start(given, { reason: given.reason || null })}
      onClose={props.onClose}
    />
  );
}
