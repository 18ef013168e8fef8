import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime } from '@backcounter/ui';
import { IconHistory } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatDay, formatInstant } from '../../lib/format/dates.ts';
import { dateFormat } from '../../lib/format/formats.ts';
import { placeOfZone } from '../../lib/format/zoned-words.ts';
import { FactList, RecordCard } from '../../records/record-page.tsx';
import type { StoreRecord } from './store.steps.ts';
import styles from './store-details.module.css';
import { StoreStateMark } from './store-state.tsx';
import { StoreOnlineCurve } from './visitors/store-online-curve.tsx';

/** The store's own fields. */
export function StoreDetails({ store }: { readonly store: StoreRecord }) {
  const { t, locale, timeZone, figure } = useMessages();
  const style = { locale, timeZone };
  const nothing = <span className="bc-empty-value">{t('listing.value.empty')}</span>;
  const text = (value: string | null | undefined): ReactNode => (value ? <span dir="auto">{value}</span> : nothing);
  const latin = (value: string | null | undefined): ReactNode => (value ? <bdi dir="ltr">{value}</bdi> : nothing);
  const timeThere = dateFormat(locale, {
    timeZone: store.timezone,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'shortOffset',
  }).format(new Date());
  return (
    <div className="bc-record-columns">
      <div className="bc-record-column">
        <div className={styles['place']}>
          <RecordCard title={t('store.card.place')}>
            <FactList
              facts={[
                { name: t('store.field.addressLine'), value: text(store.addressLine) },
                { name: t('store.field.postalCode'), value: latin(store.postalCode) },
                { name: t('store.field.city'), value: text(store.city) },
                { name: t('store.field.areaId'), value: text(store.area.name) },
                { name: t('store.field.countryCode'), value: text(store.country.name) },
                {
                  name: t('crud.field.timezone'),
                  value: (
                    <>
                      <bdi dir="ltr">{placeOfZone(store.timezone)}</bdi> <small>{timeThere}</small>
                    </>
                  ),
                },
              ]}
            />
          </RecordCard>
        </div>
        <StoreOnlineCurve store={store} />
      </div>
      <div className="bc-record-column">
        <RecordCard title={t('store.card.state')}>
          <FactList
            facts={[
              { name: t('store.field.state'), value: <StoreStateMark record={store} /> },
              ...(store.stateReason ? [{ name: t('store.field.stateReason'), value: text(store.stateReason) }] : []),
              {
                name: t('store.field.stateChangedAt'),
                value: <RelativeTime value={new Date(store.stateChangedAt)} {...style} />,
              },
              ...(store.balance == null ? [] : [{ name: t('store.field.balance'), value: figure(store.balance) }]),
              { name: t('store.field.openedOn'), value: formatDay(store.openedOn, style) ?? nothing },
            ]}
          />
        </RecordCard>
        <RecordCard title={t('store.card.contact')}>
          <FactList
            facts={[
              { name: t('store.field.contactEmail'), value: latin(store.contactEmail) },
              { name: t('store.field.contactPhone'), value: latin(store.contactPhone) },
            ]}
          />
        </RecordCard>
        <p className="bc-record-updated">
          <IconHistory size={14} stroke={1.75} aria-hidden />
          {store.updatedBy
            ? t('account.card.updated-by', {
                name: store.updatedBy.name,
                time: formatInstant(store.updatedAt, style) ?? '',
              })
            : t('account.card.updated', { time: formatInstant(store.updatedAt, style) ?? '' })}
        </p>
      </div>
    </div>
  );
}
