import { type Choices, useChoices } from './choices.ts';

/** Name of a chosen record in a cell; empty until it is known. */
export function ChoiceName({ choices, value }: { readonly choices: Choices; readonly value: string }) {
  const name = useChoices(choices).find((choice) => choice.value === value)?.label ?? '';
  return <span dir="auto">{name}</span>;
}
