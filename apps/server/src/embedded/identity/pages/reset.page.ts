import { type Html, html } from '../../../pages/html.ts';
import { text } from './identity.messages.ts';
import { alertBox, page } from './page-layout.ts';

interface ForgotView {
  /** Address of the sign-in page. */
  readonly signInPath: string;
  readonly root: string;
}

/** Asks for the e-mail to which a link is sent. */
export function forgotPage(view: ForgotView & { csrf: string; email: string; problem: string | null }): string {
  const { problem } = view;
  return page({
    title: text('identity.forgot.title'),
    hint: text('identity.forgot.hint'),
    root: view.root,
    hasLanguages: true,
    hasProblem: problem !== null,
    body: html`<form class="card" method="post" action="${view.signInPath}/forgot" data-once="${text('identity.forgot.submitting')}">
${problem ? alertBox(text('identity.forgot.error'), problem) : null}
<input type="hidden" name="csrf" value="${view.csrf}">
${emailField(view.email, problem ? html` aria-invalid="true" aria-describedby="problem-text"` : html` autofocus`)}
<button type="submit" class="primary">${text('identity.forgot.submit')}</button>
${backTo(view)}
</form>`,
  });
}

/** The same for every e-mail, known or not. */
export function linkSentPage(view: ForgotView & { outboxUrl: string | null }): string {
  return page({
    title: text('identity.forgot.sent.title'),
    root: view.root,
    hasLanguages: true,
    body: html`<div class="card"><p role="status">${text('identity.forgot.sent.text')}</p>
<p class="note">${text('identity.forgot.sent.help')}</p>
${backTo(view)}
${view.outboxUrl ? html`<p class="demo"><a class="link" href="${view.outboxUrl}">${text('identity.forgot.outbox')}</a></p>` : null}
</div>`,
  });
}

/** Without mail: whom to ask. */
export function askForHelpPage(view: ForgotView): string {
  return page({
    title: text('identity.forgot.title'),
    root: view.root,
    hasLanguages: true,
    body: html`<div class="card"><p>${text('identity.forgot.by-hand')}</p>
<p class="note">${text('identity.forgot.command')}</p>
<p class="key" dir="ltr">npm run staff -- reset --email …</p>
${backTo(view)}</div>`,
  });
}

/** Asks for the new password. */
export function newPasswordPage(view: {
  readonly action: string;
  readonly csrf: string;
  /** For password managers. */
  readonly email: string;
  readonly problem: string | null;
  readonly root: string;
}): string {
  const { problem } = view;
  return page({
    title: text('identity.reset.title'),
    hint: `\u2066${view.email}\u2069`,
    root: view.root,
    hasLanguages: true,
    hasProblem: problem !== null,
    body: html`<form class="card" method="post" action="${view.action}" data-once="${text('identity.reset.submitting')}">
${problem ? alertBox(text('identity.me.problem'), problem) : null}
<input type="hidden" name="csrf" value="${view.csrf}">
<input type="text" name="username" autocomplete="username" value="${view.email}" hidden>
${newPasswordField(text('identity.me.password.new'), problem, html` autofocus`)}
<button type="submit" class="primary">${text('identity.reset.submit')}</button>
</form>`,
  });
}

/** The end: the password is set, or the link no longer works. */
export function resetEndPage(end: 'done' | 'expired', publicUrl: string, root: string): string {
  return page({
    title: text(`identity.reset.${end}.title`),
    root,
    hasLanguages: true,
    body: html`<div class="card"><p role="status">${text(`identity.reset.${end}.text`)}</p>
<a class="primary" href="${publicUrl}/">${text('identity.sign-in.submit')}</a></div>`,
  });
}

function backTo({ signInPath }: ForgotView): Html {
  return html`<a class="plain" href="${signInPath}">${text('identity.forgot.back')}</a>`;
}

/** @param attributes further ones of the input */
export function emailField(email: string, attributes: Html | null): Html {
  return html`<div class="field"><label for="email">${text('identity.sign-in.email')}</label>
<input id="email" name="email" type="email" dir="ltr" autocomplete="username" inputmode="email" autocapitalize="none" spellcheck="false" maxlength="254" required value="${email}"${attributes}></div>`;
}

/** A password to choose, with its rule. */
export function newPasswordField(label: string, problem: string | null, attributes: Html | null = null): Html {
  return html`<div class="field"><label for="password">${label}</label>
<div class="with-button" dir="ltr"><input id="password" name="password" type="password" dir="ltr" autocomplete="new-password" minlength="12" maxlength="256" required${attributes} aria-describedby="new-rule${problem ? ' problem-text' : ''}"${problem ? html` aria-invalid="true"` : null}>
<button type="button" class="reveal" hidden aria-controls="password" aria-pressed="false" data-show="${text('identity.sign-in.show-password')}" data-hide="${text('identity.sign-in.hide-password')}" aria-label="${text('identity.sign-in.show-password')}"></button></div>
<p class="note" id="new-rule">${text('identity.me.password.rule')}</p></div>`;
}
