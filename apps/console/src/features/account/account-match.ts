import type { MessageKey } from '@backcounter/i18n';

/** The message that says how the server interpreted a search text; null if none is needed. */
export function accountMatchKey(matchedBy: string | null): MessageKey | null {
  switch (matchedBy) {
    case 'EMAIL':
    case 'EMAIL_PREFIX':
      return 'account.match.email';
    case 'PHONE':
    case 'PHONE_PREFIX':
      return 'account.match.phone';
    case 'NUMBER':
      return 'account.match.number';
    case 'FIREBASE_ID':
      return 'account.match.app-id';
    case 'ID':
      return 'account.match.id';
    case 'NAME':
    case 'NAME_PREFIX':
      return 'account.match.name';
    case 'NOT_PERMITTED':
      return 'account.match.not-permitted';
    default:
      return null;
  }
}
