import type { AppScope } from '@backcounter/domain';
import { html } from '../../../pages/html.ts';
import { text } from './identity.messages.ts';
import { page } from './page-layout.ts';

export interface ConsentForm {
  readonly action: string;
  readonly csrf: string;
  readonly root: string;
  readonly app: string;
  readonly logo: string | undefined;
  /** Host that gets the answer. */
  readonly host: string;
  readonly email: string;
  readonly scopes: readonly AppScope[];
}

/** Asks the person whether an app may act for them. */
export function consentPage(form: ConsentForm): string {
  return page({
    title: text('identity.consent.title', { app: `\u2068${form.app}\u2069` }),
    hint: `${text('identity.me.signed-in-as')} \u2066${form.email}\u2069`,
    continueTo: form.host,
    root: form.root,
    hasLanguages: true,
    body: html`<form class="card" method="post" action="${form.action}">
<input type="hidden" name="csrf" value="${form.csrf}">
${form.logo && html`<img src="${form.logo}" alt="" width="64" height="64">`}
<p>${text('identity.consent.text')}</p>
<ul class="rows"><li>${text('identity.consent.openid')}</li>${form.scopes.map(
      (scope) => html`<li>${text(`identity.consent.${scope}`)}</li>`,
    )}</ul>
<button type="submit" class="primary" name="action" value="allow">${text('identity.consent.submit')}</button>
<button type="submit" class="plain" name="action" value="cancel">${text('identity.sign-in.cancel')}</button>
</form>`,
  });
}
