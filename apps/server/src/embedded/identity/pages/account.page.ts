import { renderSVG } from 'uqr';
import { type Html, html } from '../../../pages/html.ts';
import type { PasskeyRequest } from '../../../ports/identity.ts';
import type { AllowedApp } from '../app-consent.ts';
import { PASSKEY_NAME_MAX, type PasskeyRow } from '../passkeys.ts';
import type { SessionPlace } from '../session-end.ts';
import { type MessageKey, text } from './identity.messages.ts';
import { pageLocale } from './page-language.ts';
import { alertBox, page, statusBox } from './page-layout.ts';

export interface AccountView {
  readonly name: string;
  readonly email: string;
  readonly csrf: string;
  readonly root: string;
  readonly publicUrl: string;
  /** An authenticator app. */
  readonly hasApp: boolean;
  readonly passkeys: readonly PasskeyRow[];
  /** Set while a passkey is being added. */
  readonly newPasskey: PasskeyRequest | null;
  readonly recoveryCodesLeft: number;
  /** Set once, when they have been made. */
  readonly recoveryCodes: readonly string[] | null;
  /** Seconds for which factors can be changed; 0: after another sign-in. */
  readonly provenS: number;
  /** One of the person's roles requires a second factor. */
  readonly needsSecondFactor: boolean;
  /** Set while a second factor is being set up. */
  readonly enrolment: { readonly secret: string; readonly uri: string; readonly sealed: string } | null;
  readonly apps: readonly AllowedApp[];
  readonly sessions: readonly SessionPlace[];
  readonly currentUid: string;
  readonly done: MessageKey | null;
  readonly problem: string | null;
}

/** A person's own page: password, second factor and sessions. */
export function accountPage(view: AccountView): string {
  return page({
    title: text('identity.me.title'),
    hint: `${text('identity.me.signed-in-as')} \u2066${view.email}\u2069`,
    root: view.root,
    hasProblem: view.problem !== null,
    body: html`${view.problem ? alertBox(text('identity.me.problem'), view.problem) : null}${view.done ? statusBox(text(view.done)) : null}
${passwordCard(view)}${Number.isFinite(view.provenS) && view.provenS > 0 ? html`<span hidden data-proven="${Math.ceil(view.provenS)}"></span>` : null}
${view.hasApp && !view.enrolment ? removalCard(view) : enrolmentCard(view)}
${passkeyCard(view)}
${view.hasApp || view.passkeys.length > 0 ? recoveryCard(view) : null}
${view.apps.length > 0 ? appsCard(view) : null}
${sessionsCard(view)}
<p class="continue"><a class="link" href="${view.publicUrl}/">${text('identity.me.back')}</a></p>`,
  });
}

function passwordCard(view: AccountView): Html {
  return html`<form class="card wide" method="post" action="${view.root}/account/password">
<h2>${text('identity.me.password.title')}</h2>
${hidden(view)}
<input type="text" name="username" autocomplete="username" value="${view.email}" hidden>
${password('current', text('identity.me.password.current'), 'current-password')}
${password('new', text('identity.me.password.new'), 'new-password')}
<p class="note" id="new-rule">${text('identity.me.password.rule')}</p>
<button type="submit" class="primary">${text('identity.me.password.submit')}</button>
</form>`;
}

function enrolmentCard(view: AccountView): Html {
  const title = html`<h2>${text('identity.me.second-factor.title')}</h2>${
    view.needsSecondFactor ? html`<p>${text('identity.me.second-factor.required')}</p>` : null
  }`;
  if (!view.enrolment) {
    return html`<form class="card wide" method="get" action="${view.root}/account">
${title}${view.passkeys.length > 0 ? null : html`<p class="note">${text('identity.me.second-factor.off')}</p>`}
<button type="submit" class="plain" name="enrol" value="1">${text('identity.me.second-factor.start')}</button>
</form>`;
  }
  return html`<form class="card wide" method="post" action="${view.root}/account/second-factor">
${title}${hidden(view)}
<input type="hidden" name="sealed" value="${view.enrolment.sealed}">
<p>${text('identity.me.second-factor.key')}</p>
<img class="qr" alt="${text('identity.me.second-factor.qr')}" src="data:image/svg+xml,${encodeURIComponent(renderSVG(view.enrolment.uri, { border: 2 }))}">
<p class="key" dir="ltr">${view.enrolment.secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
<a class="link" href="${view.enrolment.uri}">${text('identity.me.second-factor.open')}</a>
<div class="field"><label for="code">${text('identity.me.second-factor.confirm')}</label>
<input id="code" name="code" class="code" dir="ltr" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]{6,7}" maxlength="7" required autofocus></div>
${view.hasApp || view.passkeys.length > 0 ? password('confirm', text('identity.me.password.current'), 'current-password') : null}
<button type="submit" class="primary">${text(view.hasApp ? 'identity.me.second-factor.replace' : 'identity.me.second-factor.submit')}</button>
</form>`;
}

function removalCard(view: AccountView): Html {
  return html`<form class="card wide" method="post" action="${view.root}/account/second-factor/remove">
<h2>${text('identity.me.second-factor.title')}</h2>${hidden(view)}
<p class="note">${text('identity.me.second-factor.on')}</p>
${confirmation(view)}
<button type="submit" class="plain">${text('identity.me.second-factor.remove')}</button>
<a class="link" href="${view.root}/account?enrol=1">${text('identity.me.second-factor.replace')}</a>
</form>`;
}

function passkeyCard(view: AccountView): Html {
  const time = (at: Date) => `${clock().format(at)} UTC`;
  const row = (
    { credential_id: id, name, created_at, last_used_at }: PasskeyRow,
    index: number,
  ) => html`<li><div><bdi>${name}</bdi>
<div class="note">${text('identity.me.passkey.added', { time: time(created_at) })} · ${
    last_used_at ? text('identity.me.passkey.used', { time: time(last_used_at) }) : text('identity.me.passkey.unused')
  }</div></div><details><summary aria-label="${text('identity.me.passkey.remove')}: ${name}">${text('identity.me.passkey.remove')}</summary>
<form method="post" action="${view.root}/account/passkeys/remove">${hidden(view)}<input type="hidden" name="id" value="${id}">
${confirmation(view, `passkey-${index}`)}
<button type="submit" class="plain">${text('identity.me.passkey.remove')}</button></form></details></li>`;
  const add = ({
    options,
    sealed,
  }: PasskeyRequest) => html`<form method="post" action="${view.root}/account/passkeys" hidden data-passkey="create" data-options="${options}">
${hidden(view)}<input type="hidden" name="sealed" value="${sealed}"><input type="hidden" name="response">
<div class="field"><label for="passkey-name">${text('identity.me.passkey.name')}</label>
<input id="passkey-name" name="name" dir="auto" maxlength="${PASSKEY_NAME_MAX}" required autofocus></div>
${password('confirm', text('identity.me.password.current'), 'current-password', 'passkey-confirm')}
<p class="note" role="status" data-failed="${text('identity.me.passkey.failed')}"></p>
<button type="submit" class="primary">${text('identity.me.passkey.submit')}</button></form>`;
  return html`<section class="card wide"><h2>${text('identity.me.passkey.title')}</h2><p class="note">${text('identity.me.passkey.text')}</p>
${view.passkeys.length > 0 ? html`<ul class="rows">${view.passkeys.map(row)}</ul>` : null}${
  view.newPasskey
    ? add(view.newPasskey)
    : html`<form method="get" action="${view.root}/account"><button type="submit" class="plain" name="passkey" value="1">${text('identity.me.passkey.add')}</button></form>`
}</section>`;
}

function recoveryCard(view: AccountView): Html {
  const { recoveryCodes: codes } = view;
  return html`<section class="card wide"><h2>${text('identity.me.recovery.title')}</h2>${
    codes
      ? html`<p>${text('identity.me.recovery.shown')}</p><ul class="key codes" dir="ltr">${codes.map((code) => html`<li>${code}</li>`)}</ul>`
      : html`<p class="note">${text('identity.me.recovery.left', { count: view.recoveryCodesLeft })}</p>
<details><summary>${text('identity.me.recovery.new')}</summary><form method="post" action="${view.root}/account/recovery-codes">${hidden(view)}
${confirmation(view, 'recovery-confirm')}
<button type="submit" class="plain">${text('identity.me.recovery.new')}</button></form></details>`
  }</section>`;
}

const clock = () => new Intl.DateTimeFormat(pageLocale(), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

function sessionsCard(view: AccountView): Html {
  const time = clock();
  return html`<section class="card wide"><h2>${text('identity.me.sessions.title')}</h2><ul class="rows">${view.sessions.map(
    (
      session,
    ) => html`<li><div>${session.uid === view.currentUid ? text('identity.me.sessions.this') : deviceName(session.user_agent)}
<div class="note">${text('identity.me.sessions.since', { time: `${time.format(session.signed_in_at)} UTC` })}${
      session.address ? ` ${text('identity.me.sessions.from', { address: session.address })}` : null
    }</div></div>
<form method="post" action="${view.root}/account/sessions/end">${hidden(view)}<input type="hidden" name="uid" value="${session.uid}">
<button type="submit" class="plain" aria-label="${text('identity.me.sessions.end')}: ${
      session.uid === view.currentUid ? text('identity.me.sessions.this') : deviceName(session.user_agent)
    }, ${time.format(session.signed_in_at)}">${text('identity.me.sessions.end')}</button></form></li>`,
  )}</ul></section>`;
}

function appsCard(view: AccountView): Html {
  const time = clock();
  return html`<section class="card wide"><h2>${text('identity.me.apps.title')}</h2><ul class="rows">${view.apps.map(
    (
      app,
    ) => html`<li><div>${app.imageUrl && html`<img src="${app.imageUrl}" alt="" width="24" height="24"> `}<bdi>${app.name}</bdi>
<div class="note">${app.scopes.map((scope) => text(`identity.consent.${scope}`)).join(' · ')}</div>
<div class="note">${text('identity.me.apps.since', { time: `${time.format(app.grantedAt)} UTC` })}</div></div>
<form method="post" action="${view.root}/account/apps/revoke">${hidden(view)}<input type="hidden" name="app" value="${app.clientId}">
<button type="submit" class="plain" aria-label="${text('identity.me.apps.revoke')}: ${app.name}">${text('identity.me.apps.revoke')}</button></form></li>`,
  )}</ul></section>`;
}

function hidden(view: AccountView): Html {
  return html`<input type="hidden" name="csrf" value="${view.csrf}">`;
}

/** The current password, unless another sign-in comes first, which would lose it. */
function confirmation(view: AccountView, id = 'confirm'): Html {
  return view.provenS > 0
    ? password('confirm', text('identity.me.password.current'), 'current-password', id)
    : html`<p class="note">${text('identity.me.sign-in-first')}</p>`;
}

function password(name: string, label: string, autocomplete: string, id = name): Html {
  const isNew = autocomplete === 'new-password';
  return html`<div class="field"><label for="${id}">${label}</label>
<input id="${id}" name="${name}" type="password" dir="ltr" autocomplete="${autocomplete}" maxlength="256" required${isNew ? html` minlength="12" aria-describedby="new-rule"` : null}></div>`;
}

/** Browser and system from a user agent, such as "Firefox, Linux"; only a hint. */
export function deviceName(userAgent: string | null): string {
  const agent = userAgent ?? '';
  const browser = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'].find((name) => agent.includes(`${name}/`));
  const system = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS X', 'Linux'].find((name) => agent.includes(name));
  const names: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS' };
  const shown = [browser, system].filter((part) => part !== undefined).map((part) => names[part] ?? part);
  return shown.length > 0 ? shown.join(', ') : agent.slice(0, 40) || '–';
}
