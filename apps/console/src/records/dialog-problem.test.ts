import { createI18n } from '@backcounter/i18n';
import { I18nProvider, type I18nProviderProps } from '@backcounter/i18n/react';
import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { RequestError } from '../lib/api/request-error.ts';
import { enUs } from '../messages/en-us.ts';
import { DialogProblem } from './dialog-problem.tsx';

function markup(error: RequestError): string {
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  const i18n = createI18n({ defaults: enUs, storage, browserLanguages: ['en-US'] });
  return renderToStaticMarkup(
    h(I18nProvider, { i18n, timeZone: 'UTC' } as I18nProviderProps, h(DialogProblem, { error })),
  );
}

it('shows the reference id that its text asks for, to be copied', () => {
  const said = markup(new RequestError('unexpected', { referenceId: 'ref-1' }));
  expect(said).toContain('give support the reference');
  expect(said).toMatch(/role="alert".*<button.*ref-1.*Copy ref-1.*<\/button>/);
  expect(markup(new RequestError('network.unreachable'))).not.toContain('<button');
});
