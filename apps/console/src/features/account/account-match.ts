import type { MessageKey } from '@backcounter/i18n';

/** The message that says how the server interpreted a search text; null if none is needed. */
export function accountMatchKey(matchedBy: string | null): MessageKey | null {
  switch (matchedBy) {
    case 'EMAIL':
    case 'EMAIL_DOMAIN':
    case 'EMAIL_PART':
    case 'EMAIL_PREFIX':
      return 'account.match.email';
    case 'PHONE':
    case 'PHONE_END':
    case 'PHONE_PREFIX':
      return 'account.match.phone';
    case 'NUMBER':
    case 'NUMBER_PREFIX':
      return 'account.match.number';
    case 'FIREBASE_ID':
      return 'account.match.app-id';
    case 'ID':
    case 'ID_PREFIX':
      return 'account.match.id';
    case 'FULL_NAME':
    case 'NAME':
    case 'NAME_PREFIX':
    case 'NAME_SIMILAR':
      return 'account.match.name';
    case 'NOT_PERMITTED':
      return 'account.match.not-permitted';
    default:
      return null;
  }
}
