// @vitest-environment happy-dom
import { createI18n } from '@backcounter/i18n';
import { I18nProvider } from '@backcounter/i18n/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { badges } from '../features/badge/badge.entity.tsx';
import { machineClients } from '../features/machine-client/machine-client.entity.tsx';
import { streamers } from '../features/streamer/streamer.entity.tsx';
import { topics } from '../features/topic/topic.entity.tsx';
import { type SaidFields, useEntityWords } from './entity-words.ts';

const i18n = createI18n({
  defaults: { 'badge.state.DRAFT': 'Draft' },
  storage: { getItem: () => null, setItem: () => undefined },
  browserLanguages: [],
});

function Words({ said, field, value }: { said: SaidFields<never>; field: string; value: unknown }) {
  return useEntityWords(said, null).wordsOf(field, value);
}

test.each(Object.entries({ badges, machineClients, streamers, topics }))(
  'histories of %s name each value that its list filters by in its words',
  (_name, definition) => {
    const said = definition as unknown as SaidFields<never>;
    const filters = said.list?.filters.filter(({ wordKeys }) => wordKeys !== undefined) ?? [];
    expect(filters).not.toEqual([]);
    for (const { key, wordKeys } of filters)
      for (const [value, wordKey] of wordKeys ?? [])
        expect(
          renderToStaticMarkup(
            <I18nProvider i18n={i18n}>
              <Words said={said} field={key} value={value} />
            </I18nProvider>,
          ),
        ).toBe(i18n.defaultMessage(wordKey) ?? wordKey);
  },
);
