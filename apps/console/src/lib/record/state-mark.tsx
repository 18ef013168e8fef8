import type { MessageKey } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { State, type StateProps } from '@backcounter/ui';

/** Tone and icon of each state. */
export type Looks<Of extends string> = Readonly<Record<Of, Pick<StateProps, 'tone' | 'icon'>>>;

/** How a state is drawn. */
export interface Variant {
  readonly variant?: StateProps['variant'];
}

/** A component for the states of a kind of record: icon, label and color. */
export const stateMark =
  <Of extends string>(looks: Looks<Of>, keyOf: (state: Of) => MessageKey) =>
  ({ state, variant = 'plain' }: Variant & { readonly state: Of }) => (
    <State {...looks[state]} word={useMessages().t(keyOf(state))} variant={variant} />
  );
