import { useMessages } from '@backcounter/i18n/react';
import { useQuery } from '@tanstack/react-query';
import type { ListFilter } from '../../listing/list-definition.ts';
import { type Ask, askInPlace } from '../ask.ts';

const FRESH_MS = 5 * 60_000;

/** Records of one entity from which another one chooses. */
export interface Choices {
  /** Noun of the entity; its pickers are asked again when one of its records changes. */
  readonly noun: string;
  readonly load: (locale: string, signal: AbortSignal) => Promise<readonly Choice[]>;
}

/** One record to choose. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  /** False: it is shown where it is in use, and not offered anew. */
  readonly isOpen: boolean;
}

interface ChoiceNode {
  readonly id: string;
  readonly name: string;
  readonly archivedAt?: string | null;
}

/** Choices out of a list that fits on one page, in the list's order; the document takes `locale`. */
export function choicesOf(
  noun: string,
  document: Ask<{ readonly list: { readonly nodes: readonly ChoiceNode[] } }>,
): Choices {
  return {
    noun,
    load: async (locale, signal) => {
      const { list } = await askInPlace(document, { locale }, signal);
      return list.nodes.map(({ id, name, archivedAt }) => ({ value: id, label: name, isOpen: archivedAt == null }));
    },
  };
}

/** The records to choose from, with names in the language in use; none while they are loading. */
export function useChoices({ noun, load }: Choices): readonly Choice[] {
  const { locale } = useMessages();
  const choices = useQuery({
    queryKey: ['entity-choices', noun, locale],
    meta: { errorsShown: 'in-toast' },
    queryFn: ({ signal }) => load(locale, signal),
    staleTime: FRESH_MS,
  });
  return choices.data ?? [];
}

/** What a form offers: open records, and the one that is chosen already. */
export function offered(choices: readonly Choice[], chosen: unknown): readonly Choice[] {
  return choices.filter(({ value, isOpen }) => isOpen || value === chosen);
}

/** Values of a filter by such a record. */
export function filterOptions({ load }: Choices): NonNullable<ListFilter['options']> {
  return ({ locale, signal }) => load(locale, signal);
}
