/** Texts of the provider's pages in en-US, by message key. Parameters stand in braces. */
export const MESSAGES = {
  'identity.product': 'Backcounter',
  'identity.sign-in.title': 'Sign in to Backcounter',
  'identity.sign-in.hint': 'Use your staff account',
  'identity.sign-in.email': 'E-mail',
  'identity.sign-in.password': 'Password',
  'identity.sign-in.submit': 'Sign in',
  'identity.sign-in.cancel': 'Cancel',
  'identity.sign-in.continue-to': 'You continue to',
  'identity.sign-in.show-password': 'Show password',
  'identity.sign-in.hide-password': 'Hide password',
  'identity.sign-in.caps-lock': 'Caps Lock is on',
  'identity.sign-in.submitting': 'Signing in',
  'identity.sign-in.demo': 'Demo: sign in as admin@demo.test with the password backcounter',
  'identity.sign-in.error': 'You are not signed in',
  'identity.sign-in.missing': 'Enter your e-mail and your password.',
  'identity.sign-in.wrong': 'The e-mail or the password is wrong.',
  'identity.sign-in.suspended': 'This account is suspended. An administrator can reactivate it.',
  'identity.sign-in.throttled': 'Too many wrong tries. Try again in {wait}.',
  'identity.second-factor.title': 'Enter your code',
  'identity.second-factor.hint': 'Open your authenticator app for the 6 digits',
  'identity.second-factor.code': 'Code',
  'identity.second-factor.submit': 'Continue',
  'identity.second-factor.wrong': 'The code is wrong or was used before. Enter the one that is shown now.',
  'identity.second-factor.late': 'That took too long. Sign in again.',
  'identity.sign-out.title': 'Sign out of Backcounter?',
  'identity.sign-out.hint': 'You will have to sign in again on this browser.',
  'identity.sign-out.submit': 'Sign out',
  'identity.sign-out.cancel': 'Stay signed in',
  'identity.sign-out.leaving': 'Signing out',
  'identity.error.title': 'Sign-in stopped',
  'identity.error.expired':
    'This sign-in page is too old or was opened in another browser. Start again from Backcounter.',
  'identity.error.request': 'Backcounter sent a request that the sign-in service refused: {code}.',
  'identity.error.server': 'The sign-in service failed. Try again.',
  'identity.error.back': 'Back to Backcounter',
  'identity.error.forged': 'The form came from another page. Go back and try again.',
  'identity.me.title': 'Your account',
  'identity.me.signed-in-as': 'Signed in as',
  'identity.me.back': 'Back to Backcounter',
  'identity.me.password.title': 'Password',
  'identity.me.password.current': 'Current password',
  'identity.me.password.new': 'New password',
  'identity.me.password.rule': 'At least 12 characters. A few unrelated words are easy to remember and hard to guess.',
  'identity.me.password.submit': 'Change password',
  'identity.me.password.done': 'Password changed. Your other sessions were ended.',
  'identity.me.password.wrong': 'The current password is wrong.',
  'identity.me.password.too-short': 'The new password has fewer than 12 characters.',
  'identity.me.password.too-long': 'The new password has more than 256 characters.',
  'identity.me.password.too-common': 'The new password is one of those that are guessed first.',
  'identity.me.password.contains-email': 'The new password contains your e-mail name.',
  'identity.me.password.same': 'The new password is the current one.',
  'identity.me.second-factor.title': 'Second factor',
  'identity.me.second-factor.off': 'Off. Your password alone signs you in.',
  'identity.me.second-factor.on': 'On. Signing in asks for a code from your authenticator app.',
  'identity.me.second-factor.start': 'Set up',
  'identity.me.second-factor.remove': 'Turn off',
  'identity.me.second-factor.key': 'Enter this key in your authenticator app, or open it there',
  'identity.me.second-factor.open': 'Open in authenticator app',
  'identity.me.second-factor.confirm': 'Code that the app shows',
  'identity.me.second-factor.submit': 'Turn on',
  'identity.me.second-factor.wrong': 'The code does not fit the key. Enter the one that is shown now.',
  'identity.me.second-factor.done': 'Second factor turned on.',
  'identity.me.second-factor.removed': 'Second factor turned off.',
  'identity.me.sessions.title': 'Where you are signed in',
  'identity.me.sessions.this': 'This browser',
  'identity.me.sessions.since': 'Since {time}',
  'identity.me.sessions.from': 'from {address}',
  'identity.me.sessions.end': 'Sign out',
  'identity.me.sessions.ended': 'Session ended.',
  'identity.me.problem': 'Nothing was changed',
} as const;

export type MessageKey = keyof typeof MESSAGES;

/** The text of a key with its parameters. */
export function text(key: MessageKey, params: Readonly<Record<string, string | number>> = {}): string {
  return MESSAGES[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

/** "45 seconds", "2 minutes". */
export function waitText(waitS: number): string {
  const [value, unit] = waitS < 90 ? [waitS, 'second'] : [Math.ceil(waitS / 60), 'minute'];
  return new Intl.NumberFormat('en-US', { style: 'unit', unit: unit as string, unitDisplay: 'long' }).format(
    value as number,
  );
}
