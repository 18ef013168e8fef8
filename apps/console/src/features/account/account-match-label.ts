import type { MessageKey } from '@backcounter/i18n';
import type { AccountSearchMatch } from '../../generated/graphql.ts';

/** Label of a way in which an account matches a search. */
export function accountMatchLabel(match: AccountSearchMatch): MessageKey {
  switch (match) {
    case 'COUPON':
      return 'account.matched.coupon';
    case 'EMAIL':
    case 'EMAIL_DOMAIN':
    case 'EMAIL_PART':
    case 'EMAIL_PREFIX':
      return 'account.matched.email';
    case 'FIREBASE_ID':
      return 'account.matched.app-id';
    case 'FULL_NAME':
      return 'account.matched.full-name';
    case 'ID':
    case 'ID_PREFIX':
      return 'account.matched.id';
    case 'NAME_SIMILAR':
      return 'account.matched.similar-name';
    case 'NUMBER':
    case 'NUMBER_PREFIX':
      return 'account.matched.number';
    case 'PHONE_END':
      return 'account.matched.phone-end';
    case 'PHONE':
    case 'PHONE_PREFIX':
      return 'account.matched.phone';
    case 'RECEIPT':
      return 'account.matched.receipt';
    default:
      return 'account.matched.name';
  }
}
