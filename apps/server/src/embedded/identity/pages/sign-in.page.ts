import { html } from '../../../pages/html.ts';
import { text } from './identity.messages.ts';
import { alertBox, page } from './page-layout.ts';

export interface SignInForm {
  /** Action URL of the form. */
  readonly action: string;
  readonly csrf: string;
  readonly email: string;
  readonly problem: string | null;
  readonly continueTo: string;
  readonly showsPublishedPassword: boolean;
  /** False if there is nothing to return to. */
  readonly canCancel: boolean;
  readonly root: string;
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
<input id="email" name="email" type="email" dir="ltr" autocomplete="username" inputmode="email" autocapitalize="none" spellcheck="false" maxlength="254" required value="${form.email}"${invalid}${form.email || form.problem ? null : html` autofocus`}></div>
<div class="field"><label for="password">${text('identity.sign-in.password')}</label>
<div class="with-button" dir="ltr"><input id="password" name="password" type="password" dir="ltr" autocomplete="current-password" maxlength="256" required${invalid}${form.email && !form.problem ? html` autofocus` : null}>
<button type="button" class="reveal" hidden aria-controls="password" aria-pressed="false" data-show="${text('identity.sign-in.show-password')}" data-hide="${text('identity.sign-in.hide-password')}" aria-label="${text('identity.sign-in.show-password')}"></button></div>
<div class="under"><p class="caps" id="caps" role="status" data-text="${text('identity.sign-in.caps-lock')}"></p>
<a class="link" href="${form.action}/forgot">${text('identity.forgot.link')}</a></div></div>
<button type="submit" class="primary" name="action" value="sign-in">${text('identity.sign-in.submit')}</button>
${form.canCancel ? html`<button type="submit" class="plain" name="action" value="cancel" formnovalidate>${text('identity.sign-in.cancel')}</button>` : null}
${form.showsPublishedPassword ? html`<p class="demo">${text('identity.sign-in.demo')}</p>` : null}
</form>`,
  });
}

export interface CodeForm {
  readonly action: string;
  readonly csrf: string;
  readonly problem: string | null;
  readonly continueTo: string;
  readonly root: string;
}

/** The second step for people with an authenticator app. */
export function codePage(form: CodeForm): string {
  return page({
    title: text('identity.second-factor.title'),
    hint: text('identity.second-factor.hint'),
    continueTo: form.continueTo,
    root: form.root,
    hasLanguages: true,
    body: html`<form class="card" method="post" action="${form.action}" data-once="${text('identity.sign-in.submitting')}">
${form.problem ? alertBox(text('identity.sign-in.error'), form.problem) : null}
<input type="hidden" name="csrf" value="${form.csrf}">
<div class="field"><label for="code">${text('identity.second-factor.code')}</label>
<input id="code" name="code" class="code" dir="ltr" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]{6,7}" maxlength="7" required autofocus${form.problem ? html` aria-invalid="true" aria-describedby="problem-text"` : null}></div>
<button type="submit" class="primary" name="action" value="code">${text('identity.second-factor.submit')}</button>
<button type="submit" class="plain" name="action" value="cancel" formnovalidate>${text('identity.sign-in.cancel')}</button>
</form>`,
  });
}
