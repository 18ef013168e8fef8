import { useMessages } from '@backcounter/i18n/react';
import { Link, useLocation } from '@tanstack/react-router';
import { numberFormat } from '../../../lib/format/formats.ts';
import { encodeFilter } from '../../../listing/filter/filter-value.ts';
import styles from './funnel.module.css';
import { DELIVERED, type FunnelFigures, funnelRest, funnelSteps } from './funnel-figures.ts';

/** A link is current only if its filter is the only one set. */
const EXACT = { exact: true, includeSearch: true } as const;

/**
 * Delivery funnel: recipients, sent, received, opened, then undelivered ones by reason. Each part filters the list
 * below.
 */
export function Funnel({ figures }: { readonly figures: FunnelFigures }) {
  const { t, locale, figure } = useMessages();
  const { pathname, searchStr } = useLocation();
  const params = new URLSearchParams(searchStr);
  const percent = numberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const [state, reason] = [params.get('state'), params.get('reason')];
  const filtered = (states: readonly string[], why: string | null) => {
    const text = states.length === 0 ? null : encodeFilter({ kind: 'set', mode: 'in', values: states });
    const isOn = text !== null && state === text && reason === why;
    // A click on an active filter removes it.
    const search = isOn || text === null ? {} : { state: text, ...(why === null ? {} : { reason: why }) };
    return { to: pathname, search, resetScroll: false, activeOptions: EXACT, 'data-on': isOn || undefined };
  };
  const rest = funnelRest(figures);
  return (
    <section className={styles['root']} aria-label={t('notification.funnel.label')}>
      <ol>
        {funnelSteps(figures).map(({ step, count, share }) => (
          <li key={step}>
            <Link className={styles['step']} {...filtered(step === 'recipients' ? [] : DELIVERED[step], null)}>
              <span>{t(`notification.figure.${step}`)}</span>
              <b>{figure(count)}</b>
              <span className={styles['bar']} aria-hidden="true">
                <span style={{ width: `${share * 100}%` }} />
              </span>
              <small className="bc-dense bc-faint">
                {step === 'recipients'
                  ? t('notification.funnel.all')
                  : t('notification.figure.share', { share: percent.format(share) })}
              </small>
            </Link>
          </li>
        ))}
      </ol>
      {rest.length === 0 ? null : (
        <ul className={styles['rest']} aria-label={t('notification.funnel.rest')}>
          {rest.map(({ state: of, reason: why, count }) => (
            <li key={`${of} ${why}`}>
              <Link {...filtered([of], why)}>
                <span>
                  {why === null
                    ? t(`delivery.state.${of}`)
                    : t('notification.funnel.because', {
                        state: t(`delivery.state.${of}`),
                        reason: t(`delivery.reason.${why}`),
                      })}
                </span>
                <b>{figure(count)}</b>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
