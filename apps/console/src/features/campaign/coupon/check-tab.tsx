import { useMessages } from '@backcounter/i18n/react';
import { State, type StateProps } from '@backcounter/ui';
import { Button, Checkbox, TextInput } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { type CampaignStatus, currencyExponent, may } from '@backcounter/domain';
import { IconCircleCheck, IconCircleDashed, IconCircleX, IconStethoscope } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { CheckCouponInput, CheckCouponQuery } from '../../../generated/graphql.ts';
import { errorKeyOf } from '../../../lib/api/error-text.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { minorOf } from '../../../lib/format/money.ts';
import { parseNumber } from '../../../lib/format/number-text.ts';
import { Select } from '../../../lib/select/select.tsx';
import { currentRoles } from '../../../lib/settings/session.ts';
import type { CellFormats } from '../../../listing/list-definition.ts';
import { FIELD_ORDER } from '../../../records/form/record-form.tsx';
import { type CampaignRecord, OPEN_COUPON } from '../campaign.entity.ts';
import campaignStyles from '../campaign.module.css';
import { campaignStoresQuery } from '../campaign.operations.ts';
import { CampaignStatusMark, CouponStatusMark } from '../campaign-state.tsx';
import { outcomeWords, ruleDetailWords } from '../redemption/rule-words.ts';
import styles from './check-tab.module.css';
import { checkCouponQuery } from './coupon.operations.ts';
import { CouponTimeline } from './coupon-timeline.tsx';

type Check = CheckCouponQuery['checkCoupon'];
type Rule = Check['rules'][number];

const LOOKS: Readonly<Record<Rule['outcome'], Pick<StateProps, 'tone' | 'icon'>>> = {
  PASSED: { tone: 'positive', icon: IconCircleCheck },
  FAILED: { tone: 'negative', icon: IconCircleX },
  NOT_JUDGED: { tone: 'neutral', icon: IconCircleDashed },
};

/** The campaign whose page shows this; null: none. */
interface CheckTabProps {
  readonly campaign: Pick<CampaignRecord, 'id' | 'currency'> | null;
}

/** Checks a code for an account and a store. Shows each rule in the order of checkout, and the code's timeline. */
export function CheckTab({ campaign }: CheckTabProps) {
  const { t, locale } = useMessages();
  const [code, setCode] = useState('');
  const [account, setAccount] = useState('');
  const [storeId, setStoreId] = useState('');
  const [order, setOrder] = useState('');
  const [isFirst, setFirst] = useState(false);
  const [asked, setAsked] = useState<CheckCouponInput | null>(null);
  const currency = campaign?.currency ?? null;
  const exponent = currencyExponent(currency ?? '');
  const orderNumber = parseNumber(order, locale);
  const orderMinor = typeof orderNumber === 'number' ? minorOf(orderNumber, exponent) : orderNumber;
  const who = account.trim();
  const isNumber = /^[#\d\s]+$/.test(who);
  const isWrongAccount = who !== '' && !isNumber && !/^[0-9a-f-]{36}$/i.test(who);
  const stores = useQuery({
    queryKey: ['campaign-choices', 'check', currency],
    meta: { errorsShown: 'in-toast' },
    queryFn: async ({ signal }) => {
      const variables = { search: null, currency, ids: null };
      return (await load(campaignStoresQuery, variables, signal)).campaignStoreChoices;
    },
    staleTime: 300_000,
  });
  const check = useQuery({
    queryKey: ['campaign', campaign?.id ?? null, 'check', asked],
    queryFn: async ({ signal }) =>
      (await load(checkCouponQuery, { input: asked as CheckCouponInput }, signal)).checkCoupon,
    enabled: asked !== null,
    gcTime: 0,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '' || isWrongAccount || orderMinor === undefined) return;
    const input: CheckCouponInput = {
      code: code.trim(),
      ...(who === '' ? {} : isNumber ? { accountNumber: Number(who.replace(/\D/g, '')) } : { accountId: who }),
      ...(storeId === '' ? {} : { storeId }),
      ...(orderMinor === null ? {} : { orderMinor }),
      ...(isFirst ? { isFirstOrder: true } : {}),
    };
    // Repeating the same check runs it again: the result may have changed.
    if (JSON.stringify(input) === JSON.stringify(asked)) void check.refetch();
    else setAsked(input);
  };
  return (
    <div className={styles['root']}>
      <form className={styles['form']} noValidate onSubmit={submit} aria-label={t('coupon.check.title')}>
        {campaign === null ? null : <h2>{t('coupon.check.title')}</h2>}
        <TextInput
          label={t('coupon.field.code')}
          description={t('coupon.check.code-hint')}
          inputWrapperOrder={FIELD_ORDER}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          classNames={{ input: 'bc-code' }}
          maxLength={64}
          data-autofocus={campaign === null ? true : undefined}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <TextInput
          label={t('coupon.check.account')}
          description={t('coupon.check.account-hint')}
          inputWrapperOrder={FIELD_ORDER}
          autoComplete="off"
          dir="ltr"
          value={account}
          error={isWrongAccount ? t('coupon.check.account-wrong') : null}
          onChange={(event) => setAccount(event.currentTarget.value)}
        />
        <Select
          label={t('coupon.redemption.field.store')}
          value={storeId}
          options={[
            { value: '', label: t('coupon.redemption.in-app') },
            ...(stores.data ?? []).map(({ id, name, sid }) => ({ value: id, label: name, note: sid })),
          ]}
          onChange={setStoreId}
        />
        <TextInput
          label={t('coupon.redemption.field.order')}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          value={order}
          error={orderMinor === undefined ? t('error.field.decimal-number', { decimals: exponent }) : null}
          {...(currency
            ? {
                rightSection: <span className="bc-field-unit">{currency}</span>,
                rightSectionWidth: 'auto',
              }
            : {})}
          onChange={(event) => setOrder(event.currentTarget.value)}
        />
        <Checkbox
          size="xs"
          label={t('coupon.check.first')}
          checked={isFirst}
          onChange={(event) => setFirst(event.currentTarget.checked)}
        />
        <div>
          <Button
            type="submit"
            variant="filled"
            leftSection={<IconStethoscope size={16} stroke={1.75} aria-hidden />}
            loading={check.isFetching}
            disabled={code.trim() === ''}
          >
            {t('coupon.check.verb')}
          </Button>
        </div>
      </form>
      <div className={styles['answer']} aria-live="polite" aria-busy={check.isFetching}>
        {check.error ? (
          <p role="alert">{t(errorKeyOf(check.error))}</p>
        ) : check.data ? (
          <Answer check={check.data} campaign={campaign} />
        ) : (
          <p className={campaignStyles['hint']}>{t('coupon.check.empty')}</p>
        )}
      </div>
    </div>
  );
}

function Answer({ check, campaign }: CheckTabProps & { readonly check: Check }) {
  const formats = useMessages();
  const { t } = formats;
  const isElsewhere = campaign !== null && check.campaign != null && check.campaign.id !== campaign.id;
  // The campaign of the code, which may be another than that of the page.
  const currency = check.campaign?.currency ?? null;
  return (
    <>
      <header className={styles['verdict']} data-tone={check.verdict === null ? 'positive' : 'negative'}>
        {check.verdict == null ? (
          <IconCircleCheck size={20} stroke={1.75} aria-hidden />
        ) : (
          <IconCircleX size={20} stroke={1.75} aria-hidden />
        )}
        <div>
          <h2>
            {check.verdict == null
              ? t('coupon.check.passes')
              : t('coupon.check.fails', { reason: outcomeWords(check.verdict, t) })}
          </h2>
          <p>
            {check.formatted && check.coupon && check.campaign ? (
              <Link to="/campaigns/$id" params={{ id: check.campaign.id }} search={{ [OPEN_COUPON]: check.coupon.id }}>
                <bdi className="bc-code">{check.formatted}</bdi>
              </Link>
            ) : check.formatted ? (
              <bdi className="bc-code">{check.formatted}</bdi>
            ) : null}
            {check.coupon ? <CouponStatusMark state={check.coupon.status} /> : null}
            {check.campaign ? (
              <>
                <Link to="/campaigns/$id" params={{ id: check.campaign.id }}>
                  <bdi>{check.campaign.name}</bdi>
                </Link>
                <CampaignStatusMark state={check.campaign.status as CampaignStatus} />
              </>
            ) : null}
          </p>
          {isElsewhere ? <p>{t('coupon.check.elsewhere', { name: check.campaign?.name ?? '' })}</p> : null}
          {check.meant.length > 0 ? (
            <p>
              {t('coupon.check.meant')}{' '}
              {check.meant.map((each) => (
                <bdi key={each} className="bc-code">
                  {each}{' '}
                </bdi>
              ))}
            </p>
          ) : null}
        </div>
      </header>
      <ol className={styles['rules']}>
        {check.rules.map((rule) => {
          const detail = segmentNote(rule, t) ?? ruleDetailWords(rule, currency, formats);
          return (
            <li key={rule.rule} data-decides={rule.isDecisive || undefined}>
              <State {...LOOKS[rule.outcome]} word={t(`coupon.rule.outcome.${rule.outcome}`)} />
              <span>
                <b className="bc-medium">{t(`coupon.rule.${rule.rule}`)}</b>
                {rule.refusal ? <span>{outcomeWords(rule.refusal, t)}</span> : null}
                {detail === null ? null : <small>{detail}</small>}
              </span>
            </li>
          );
        })}
      </ol>
      {check.campaign ? <CouponTimeline story={check.story} campaignId={check.campaign.id} /> : null}
    </>
  );
}

/** Why membership was not checked for this person; null if it could be. */
function segmentNote({ rule, detail }: Rule, t: CellFormats['t']): string | null {
  const isHidden = rule === 'SEGMENT' && (detail as { readonly segmentId?: unknown }).segmentId != null;
  return isHidden && !may(currentRoles(), 'segment.read') ? t('segment.term.hidden') : null;
}
