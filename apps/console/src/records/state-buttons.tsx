import { type ActionKey, actionKey, type StateMachine } from '@backcounter/domain';
import type { UiIcon } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ActionInput, Change } from '../lib/record/record-steps.ts';
import { ActionDialog, type ActionDialogProps } from './action-dialog.tsx';
import type { EntityActionsProps, EntityRow } from './entity-definition.ts';
import { askedBefore } from './state-actions.ts';

interface StateButtonsProps<Action extends string, Shown extends Action> extends EntityActionsProps<EntityRow> {
  readonly machine: StateMachine<string, Action>;
  /** The buttons, in their order. */
  readonly icons: Readonly<Record<Shown, UiIcon>>;
  readonly documents: Readonly<Record<ActionKey<NoInfer<Shown>>, Change<ActionInput>>>;
  /** Texts of the button and of its dialog. */
  readonly words: (action: ActionKey<NoInfer<Shown>>) => Pick<ActionDialogProps, 'title' | 'consequence' | 'verb'>;
  readonly disabled?: NoInfer<Shown> | undefined;
}

/** Buttons of the actions that are open, each with its dialog. */
export function StateButtons<Action extends string, Shown extends Action>({
  machine,
  icons,
  documents,
  record,
  words,
  disabled,
  onChanged,
}: StateButtonsProps<Action, Shown>) {
  const [asked, setAsked] = useState<ActionKey<Shown> | null>(null);
  const open = (Object.entries(icons) as [Shown, UiIcon][]).filter(([action]) => record.actions.includes(action));
  return (
    <>
      {open.map(([action, Icon]) => (
        <Button
          key={action}
          {...(machine.actions[action].isDestructive && { className: 'bc-destructive' })}
          leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
          disabled={action === disabled}
          onClick={() => setAsked(actionKey(action))}
        >
          {words(actionKey(action)).verb}
        </Button>
      ))}
      {asked ? (
        <ActionDialog
          document={documents[asked]}
          record={record}
          {...words(asked)}
          {...askedBefore(machine, asked)}
          onClose={() => setAsked(null)}
          onDone={onChanged}
        />
      ) : null}
    </>
  );
}
