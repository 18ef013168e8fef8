import { may, type Permission } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useQuery } from '@tanstack/react-query';
import { load } from '../../lib/api/graphql-client.ts';
import type { Ask } from '../../lib/record/record-steps.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import type { ListFilter } from '../../listing/list-definition.ts';

const FRESH_MS = 5 * 60_000;

/** Records of one entity as options for another. */
export interface Choices {
  /** Noun of the entity; a change of one of its records reloads its pickers. */
  readonly noun: string;
  /** Without it the person has no choices; absent: every person may load them. */
  readonly permission?: Permission;
  readonly load: (locale: string, signal: AbortSignal) => Promise<readonly Choice[]>;
}

/** An option. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  /** False: shown where it is in use, but not offered for new choices. */
  readonly isOpen: boolean;
}

interface ChoiceNode {
  readonly id: string;
  readonly name: string;
  readonly archivedAt?: string | null;
}

/** Options from a list that fits on one page, in the list's order; the document takes `locale`. */
export function choicesOf(
  noun: string,
  document: Ask<{ readonly list: { readonly nodes: readonly ChoiceNode[] } }, { readonly locale: string }>,
): Choices {
  return {
    noun,
    load: async (locale, signal) => {
      const { list } = await load(document, { locale }, signal);
      return list.nodes.map(({ id, name, archivedAt }) => ({ value: id, label: name, isOpen: archivedAt == null }));
    },
  };
}

/** The options, with names in the current language; empty while they are loading. */
export function useChoices({ noun, permission, load }: Choices): readonly Choice[] {
  const { locale } = useMessages();
  const choices = useQuery({
    queryKey: ['entity-choices', noun, locale],
    meta: { errorsShown: 'in-toast' },
    queryFn: ({ signal }) => load(locale, signal),
    staleTime: FRESH_MS,
    enabled: permission === undefined || may(currentRoles(), permission),
  });
  return choices.data ?? [];
}

/** Options of a form: open records, and the one already chosen. */
export function offered(choices: readonly Choice[], chosen: unknown): readonly Choice[] {
  return choices.filter(({ value, isOpen }) => isOpen || value === chosen);
}

/** Options of a filter by such a record. */
export function filterOptions({ load }: Choices): NonNullable<ListFilter['options']> {
  return ({ locale, signal }) => load(locale, signal);
}
