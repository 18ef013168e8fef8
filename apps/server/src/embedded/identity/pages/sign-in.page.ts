import { type Html, html } from '../../../pages/html.ts';
import type { PasskeyRequest } from '../../../ports/identity.ts';
import { text } from './identity.messages.ts';
import { alertBox, page } from './page-layout.ts';

interface StepForm {
  /** Action URL of the form. */
  readonly action: string;
  readonly csrf: string;
  readonly problem: string | null;
  readonly continueTo: string;
  readonly root: string;
}

export interface SignInForm extends StepForm {
  readonly email: string;
  readonly passkey: PasskeyRequest;
  readonly showsPublishedPassword: boolean;
  /** False if there is nothing to return to. */
  readonly canCancel: boolean;
}

/** E-mail and password in one form, submitted with Enter. */
export function signInPage(form: SignInForm): string {
  const invalid = form.problem ? html` aria-invalid="true" aria-describedby="problem-text"` : null;
  return page({
    title: text('identity.sign-in.title'),
    hint: text('identity.sign-in.hint'),
    continueTo: form.continueTo,
    root: form.root,
    hasLanguages: true,
    body: html`<form class="card" method="post" action="${form.action}" data-once="${text('identity.sign-in.submitting')}">
${form.problem ? alertBox(text('identity.sign-in.error'), form.problem) : null}
<input type="hidden" name="csrf" value="${form.csrf}">
<div class="field"><label for="email">${text('identity.sign-in.email')}</label>
<input id="email" name="email" type="email" dir="ltr" autocomplete="username webauthn" inputmode="email" autocapitalize="none" spellcheck="false" maxlength="254" required value="${form.email}"${invalid}${form.email || form.problem ? null : html` autofocus`}></div>
<div class="field"><label for="password">${text('identity.sign-in.password')}</label>
<div class="with-button" dir="ltr"><input id="password" name="password" type="password" dir="ltr" autocomplete="current-password" maxlength="256" required${invalid}${form.email && !form.problem ? html` autofocus` : null}>
<button type="button" class="reveal" hidden aria-controls="password" aria-pressed="false" data-show="${text('identity.sign-in.show-password')}" data-hide="${text('identity.sign-in.hide-password')}" aria-label="${text('identity.sign-in.show-password')}"></button></div>
<div class="under"><p class="caps" id="caps" role="status" data-text="${text('identity.sign-in.caps-lock')}"></p>
<a class="link" href="${form.action}/forgot">${text('identity.forgot.link')}</a></div></div>
<button type="submit" class="primary" name="action" value="sign-in">${text('identity.sign-in.submit')}</button>
${passkeyButton('plain')}
${form.canCancel ? html`<button type="submit" class="plain" name="action" value="cancel" formnovalidate>${text('identity.sign-in.cancel')}</button>` : null}
${form.showsPublishedPassword ? html`<p class="demo">${text('identity.sign-in.demo')}</p>` : null}
</form>${passkeyForm(form, form.passkey, true)}`,
  });
}

export interface CodeForm extends StepForm {
  readonly hasApp: boolean;
  /** Null if the person has no passkey. */
  readonly passkey: PasskeyRequest | null;
}

/** The second step for people with an authenticator app or a passkey. */
export function codePage(form: CodeForm): string {
  const invalid = form.problem ? html` aria-invalid="true" aria-describedby="problem-text"` : null;
  const hidden = html`<input type="hidden" name="csrf" value="${form.csrf}">`;
  return page({
    title: text(form.hasApp ? 'identity.second-factor.title' : 'identity.second-factor.passkey-title'),
    hint: text(form.hasApp ? 'identity.second-factor.hint' : 'identity.second-factor.passkey-hint'),
    continueTo: form.continueTo,
    root: form.root,
    hasLanguages: true,
    body: html`<div class="card">${form.problem ? alertBox(text('identity.sign-in.error'), form.problem) : null}
${
  form.hasApp
    ? html`<form method="post" action="${form.action}" data-once="${text('identity.sign-in.submitting')}">${hidden}
<div class="field"><label for="code">${text('identity.second-factor.code')}</label>
<input id="code" name="code" class="code" dir="ltr" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]{6,7}" maxlength="7" required autofocus${invalid}></div>
<button type="submit" class="primary" name="action" value="code">${text('identity.second-factor.submit')}</button>
</form>`
    : null
}
${form.passkey && html`${passkeyForm(form, form.passkey)}${passkeyButton(form.hasApp ? 'plain' : 'primary')}`}
<details><summary>${text('identity.recovery.use')}</summary>
<form method="post" action="${form.action}" data-once="${text('identity.sign-in.submitting')}">${hidden}
<div class="field"><label for="recovery">${text('identity.recovery.code')}</label>
<input id="recovery" name="code" dir="ltr" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="30" required></div>
<button type="submit" class="plain" name="action" value="code">${text('identity.second-factor.submit')}</button>
</form></details>
<form method="post" action="${form.action}">${hidden}
<button type="submit" class="plain" name="action" value="cancel">${text('identity.sign-in.cancel')}</button>
</form></div>`,
  });
}

const passkeyButton = (look: 'plain' | 'primary') =>
  html`<button type="submit" class="${look}" form="passkey" hidden>${text('identity.passkey.use')}</button>`;

/** The script shows its button where the browser has passkeys, and suggests them while the email is chosen. */
function passkeyForm(form: StepForm, { options, sealed }: PasskeyRequest, isSuggested = false): Html {
  return html`<form id="passkey" method="post" action="${form.action}" data-passkey="get" data-options="${options}"${isSuggested && html` data-suggests`}>
<input type="hidden" name="csrf" value="${form.csrf}"><input type="hidden" name="action" value="passkey">
<input type="hidden" name="sealed" value="${sealed}"><input type="hidden" name="response"></form>`;
}
