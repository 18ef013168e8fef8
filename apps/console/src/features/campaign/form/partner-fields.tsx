import { COUPON_CODE_LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Avatar } from '@backcounter/ui';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Select } from '../../../lib/select/select.tsx';
import { NumberField } from '../../../records/form/number-field.tsx';
import { TextField } from '../../../records/form/record-form.tsx';
import type { RecordFormState } from '../../../records/form/use-record-form.ts';
import { useStreamers } from '../campaign-choices.ts';
import styles from './campaign-form.module.css';
import { type CampaignValues, partnerField, partnerIds, partnerValues } from './campaign-form-values.ts';

interface PartnerFieldsProps {
  readonly form: RecordFormState<CampaignValues>;
  /** Codes of existing partners, which cannot change. */
  readonly given: ReadonlyMap<string, string>;
  /** Names of existing partners by id. */
  readonly names: ReadonlyMap<string, string>;
}

/** The partners of a campaign: each with a shared code or a quota of codes, and a commission per use. */
export function PartnerFields({ form, given, names }: PartnerFieldsProps) {
  const { t } = useMessages();
  const streamers = useStreamers();
  const chosen = partnerIds(form.values);
  const isShared = form.values.codeMode === 'SHARED';
  const nameOf = (id: string) => streamers.find((each) => each.id === id)?.displayName ?? names.get(id) ?? '…';
  return (
    <>
      {chosen.length === 0 ? <p className="bc-form-hint">{t('campaign.partner.none')}</p> : null}
      <ul className={styles['partners']}>
        {chosen.map((id) => (
          <li key={id}>
            <header>
              <Avatar id={id} name={nameOf(id)} />
              <b dir="auto">{nameOf(id)}</b>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={28}
                aria-label={t('campaign.partner.remove', { name: nameOf(id) })}
                onClick={() => {
                  const nothing = partnerValues({ streamerId: id, couponQuota: 0, commissionBp: 0 });
                  form.setAll(Object.fromEntries(Object.keys(nothing).map((field) => [field, null])));
                }}
              >
                <IconX size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
            </header>
            <div className="bc-form-pair">
              {isShared ? (
                <TextField
                  form={form}
                  name={partnerField(id, 'sharedCode')}
                  label={t('campaign.partner.code')}
                  hint={t(given.has(id) ? 'campaign.partner.code-stays' : 'campaign.partner.code-hint')}
                  maxLength={COUPON_CODE_LIMITS.sharedMaxLength}
                  isLatin
                  asTyped={(text) => text.toUpperCase()}
                />
              ) : (
                <NumberField
                  form={form}
                  name={partnerField(id, 'couponQuota')}
                  label={t('campaign.partner.quota')}
                  hint={t('campaign.partner.quota-hint')}
                />
              )}
              <NumberField
                form={form}
                name={partnerField(id, 'commissionBp')}
                label={t('campaign.partner.commission')}
                hint={t('campaign.partner.commission-hint')}
                exponent={2}
                unit="%"
              />
            </div>
          </li>
        ))}
      </ul>
      <Select<string>
        label={t('campaign.partner.add')}
        placeholder={t('campaign.partner.find')}
        options={streamers
          .filter(({ id, state }) => state === 'ACTIVE' && !chosen.includes(id))
          .map(({ id, displayName }) => ({
            value: id,
            label: displayName,
            icon: <Avatar id={id} name={displayName} />,
          }))}
        // The select stays empty: chosen partners are in the list above.
        value={null}
        onChange={(id) => form.setAll(partnerValues({ streamerId: id, couponQuota: 0, commissionBp: 0 }))}
      />
    </>
  );
}
