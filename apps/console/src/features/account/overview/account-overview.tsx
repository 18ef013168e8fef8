import { type MessagesHook, useMessages } from '@backcounter/i18n/react';
import { RelativeTime } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconBellCheck, IconBellOff, IconHistory, IconLock, IconRosetteDiscountCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { CopyChip } from '../../../lib/format/copy-chip.tsx';
import { formatDay, formatInstant } from '../../../lib/format/dates.ts';
import { dateFormat, languageName } from '../../../lib/format/formats.ts';
import { PhoneText } from '../../../lib/format/phone-text.tsx';
import { placeOfZone } from '../../../lib/format/zoned-words.ts';
import { part } from '../../../lib/page/part.ts';
import { fieldWords } from '../../../lib/record/field-words.ts';
import { accountFields } from '../../../lib/record/record-fields.ts';
import { FactList, RecordCard } from '../../../records/record-page.tsx';
import { accountLabelKey } from '../account-label-key.ts';
import { AccountStateMark } from '../account-state.tsx';
import { DRAWN_FIELDS } from '../account-words.ts';
import type { AccountRecord } from '../use-account.ts';
import { AccountFigures, erasureDay } from './account-figures.tsx';
import styles from './account-overview.module.css';
import { AccountTimeline } from './account-timeline.tsx';

const AccountTwins = part(() => import('./account-twins.tsx'), 'AccountTwins');

/** A contact revealed for a reason; kept on this page only, until it is left. */
export interface RevealedContact {
  readonly email: string | null;
  readonly phone: string | null;
}

interface AccountOverviewProps {
  readonly account: AccountRecord;
  readonly revealed: RevealedContact | null;
  readonly onReveal: () => void;
}

/** The account's own fields. */
export function AccountOverview({ account, revealed, onReveal }: AccountOverviewProps) {
  const messages = useMessages();
  const { t, locale, timeZone } = messages;
  const [findsTwins, setFindsTwins] = useState(false);
  const style = { locale, timeZone };
  const nothing = <span className="bc-empty-value">{t('listing.value.empty')}</span>;
  // An erased account has no contact to hide.
  const isHidden = account.isContactMasked && revealed === null && account.state !== 'ERASED';
  const mayReveal = account.actions.some(({ action, isAllowed }) => action === 'REVEAL_CONTACT' && isAllowed);
  const email = revealed ? revealed.email : (account.email ?? null);
  const phone = revealed ? revealed.phone : (account.phone ?? null);
  const hidden = (
    <span className="bc-hidden">
      <IconLock size={14} stroke={1.75} aria-hidden /> {t('account.contact.hidden')}
    </span>
  );
  const contact = (value: string | null, shown: (value: string) => ReactNode): ReactNode => {
    if (isHidden) return hidden;
    return value === null ? nothing : shown(value);
  };
  const others = (group: string) => otherFacts(group, account, messages);
  const time = (value: string | null | undefined) =>
    value ? <RelativeTime value={new Date(value)} {...style} /> : nothing;
  const language = languageName(account.locale, locale);
  // The reason of a suspension comes first: readers look for it.
  const state = (
    <RecordCard
      title={t('account.card.state')}
      action={
        account.state === 'ERASED' ? null : (
          <Button size="sm" onClick={() => setFindsTwins(true)}>
            {t('account.twins.action')}
          </Button>
        )
      }
    >
      <FactList
        facts={[
          { name: t('account.field.state'), value: <AccountStateMark state={account.state} /> },
          ...(account.state === 'ACTIVE' || account.state === 'ERASED'
            ? []
            : [{ name: t('account.card.reason'), value: <span dir="auto">{account.stateReason ?? nothing}</span> }]),
          ...(account.suspendedUntil
            ? [
                {
                  name: t('account.field.suspendedUntil'),
                  value: (
                    <>
                      {formatInstant(account.suspendedUntil, style)} <small>{placeOfZone(timeZone)}</small>
                    </>
                  ),
                },
              ]
            : []),
          ...(account.privacyRequestedAt
            ? [
                {
                  name: t('account.card.erased-on'),
                  value: formatDay(erasureDay(account.privacyRequestedAt), style),
                },
              ]
            : []),
          { name: t('account.field.lastSeen'), value: time(account.lastSeenAt) },
          { name: t('account.field.created'), value: time(account.createdAt) },
        ]}
      />
    </RecordCard>
  );
  return (
    <div className={`bc-record-columns ${styles['overview']}`}>
      <div className="bc-record-column">
        <AccountFigures account={account} />
        {findsTwins ? <AccountTwins id={account.id} onClose={() => setFindsTwins(false)} /> : null}
      </div>
      <div className="bc-record-column">
        {account.state === 'ACTIVE' ? null : state}
        <RecordCard
          title={t('account.card.contact')}
          action={
            isHidden && mayReveal ? (
              <Button size="sm" onClick={onReveal}>
                {t('account.action.reveal')}
              </Button>
            ) : null
          }
        >
          <FactList
            facts={[
              {
                name: t('account.field.email'),
                value: (
                  <>
                    {contact(email, emailWords)}
                    {email !== null && account.emailVerified ? (
                      <span className={styles['verified']}>
                        <IconRosetteDiscountCheck size={16} stroke={1.75} aria-hidden />
                        {t('account.contact.verified')}
                      </span>
                    ) : null}
                  </>
                ),
              },
              { name: t('account.field.phone'), value: contact(phone, (number) => <PhoneText number={number} />) },
              { name: t('account.field.birthDate'), value: formatDay(account.birthDate, style) ?? nothing },
              ...others('person'),
              ...others('contact'),
              {
                name: t('account.field.card'),
                value:
                  account.isContactMasked && account.state !== 'ERASED' ? (
                    hidden
                  ) : account.card ? (
                    <CopyChip value={account.card} />
                  ) : (
                    nothing
                  ),
              },
              {
                name: t('account.field.firebaseId'),
                value: account.firebaseId ? (
                  <CopyChip
                    value={account.firebaseId}
                    shown={shorten(account.firebaseId)}
                    name={shorten(account.firebaseId)}
                  />
                ) : (
                  nothing
                ),
              },
            ]}
          />
        </RecordCard>
        <RecordCard title={t('account.card.push')}>
          <FactList
            facts={[
              {
                name: t('account.card.push-word'),
                value: (
                  <>
                    <span className={styles['push']} data-allowed={account.pushConsent || undefined}>
                      {account.pushConsent ? (
                        <IconBellCheck size={16} stroke={1.75} aria-hidden />
                      ) : (
                        <IconBellOff size={16} stroke={1.75} aria-hidden />
                      )}
                      {t(account.pushConsent ? 'account.push.allowed' : 'account.push.refused')}
                    </span>
                    {account.pushConsentAt ? (
                      <small>{t('account.push.since', { day: formatDay(account.pushConsentAt, style) ?? '' })}</small>
                    ) : null}
                  </>
                ),
              },
              ...others('push'),
            ]}
          />
        </RecordCard>
        {account.state === 'ACTIVE' ? state : null}
        <RecordCard title={t('account.card.place')}>
          <FactList
            facts={[
              { name: t('account.field.country'), value: <span dir="auto">{account.country.name}</span> },
              {
                name: t('account.field.area'),
                value: account.area ? <span dir="auto">{account.area.name}</span> : nothing,
              },
              {
                name: t('account.field.locale'),
                value: (
                  <>
                    {language} <small className="bc-code">{account.locale}</small>
                  </>
                ),
              },
              {
                name: t('account.field.timezone'),
                value: (
                  <>
                    <bdi dir="ltr">{placeOfZone(account.timezone)}</bdi>{' '}
                    <small>{timeNow(account.timezone, locale)}</small>
                  </>
                ),
              },
              ...others('place'),
            ]}
          />
        </RecordCard>
        <p className="bc-record-updated">
          <IconHistory size={14} stroke={1.75} aria-hidden />
          {account.updatedBy
            ? t('account.card.updated-by', {
                name: account.updatedBy.name,
                time: formatInstant(account.updatedAt, style) ?? '',
              })
            : t('account.card.updated', { time: formatInstant(account.updatedAt, style) ?? '' })}
        </p>
      </div>
      <div className="bc-record-column">
        <AccountTimeline account={account} />
      </div>
    </div>
  );
}

/** An email address that may break after the @. */
function emailWords(value: string): ReactNode {
  const at = value.indexOf('@') + 1;
  return (
    <bdi dir="ltr">
      {value.slice(0, at)}
      <wbr />
      {value.slice(at)}
    </bdi>
  );
}

/** Fields without a place of their own on the page, rendered by kind. */
function otherFacts(group: string, account: AccountRecord, messages: MessagesHook) {
  const values: Readonly<Record<string, unknown>> = account;
  return (Object.keys(accountFields) as (keyof typeof accountFields)[])
    .filter((name) => accountFields[name].group === group && !DRAWN_FIELDS.includes(name))
    .map((name) => ({
      name: messages.t(accountLabelKey(name)),
      value: fieldWords(accountFields[name], values[name], messages) ?? (
        <span className="bc-empty-value">{messages.t('listing.value.empty')}</span>
      ),
    }));
}

function timeNow(timeZone: string, locale: string): string {
  return dateFormat(locale, {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'shortOffset',
  }).format(new Date());
}

function shorten(id: string): string {
  return id.length > 14 ? `${id.slice(0, 7)}…${id.slice(-4)}` : id;
}
