import { ROLES, rolesIn, STAFF_LIMITS, type staffMemberRecord } from '@backcounter/domain';
import { useLanguages, useMessages } from '@backcounter/i18n/react';
import { Checkbox, Input } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { StaffMemberRowFragment } from '../../generated/graphql.ts';
import { dateFormat, languageName } from '../../lib/format/formats.ts';
import { part } from '../../lib/page/part.ts';
import { session } from '../../lib/settings/session.ts';
import { personCode } from '../../listing/address/person-code.ts';
import type { EntityFieldsProps, EntityLeadProps } from '../../records/entity-definition.ts';
import { type FormValues, fieldOf } from '../../records/form/field-map.ts';
import { ChoiceField, type FieldForm, type FieldProps, TextField, useField } from '../../records/form/record-form.tsx';
import styles from './staff-member.module.css';

/** The unusual day of a person, and the way to its events. */
function UnusualReveals({ record }: Pick<EntityLeadProps<StaffMemberRowFragment>, 'record'>) {
  const { t, locale, timeZone } = useMessages();
  return (['reveals', 'exports'] as const).map((kind) => {
    const shown = record?.[kind];
    if (shown?.times == null) return null;
    const { peak: count, usual, times, since, until } = shown;
    const [from, to] = [since, until].map((at) => new Date(at)) as [Date, Date];
    const search = new URLSearchParams({
      person: personCode(record?.id ?? ''),
      occurred: `${from.toISOString()}..${to.toISOString()}`,
    });
    const day = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).formatRange(from, to);
    return (
      <div key={kind} className={styles['unusual']}>
        <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
        <p>
          <b>{t(`staff.${kind}.unusual`, { times })}</b>
          <span>{t('staff.reveals.detail', { count, day, usual })}</span>
        </p>
        <a className="bc-button" href={`/admin/audit?${search}`}>
          {t('staff.reveals.review', { count })}
        </a>
      </div>
    );
  });
}

const PendingApproval = part(() => import('../../records/approvals/pending-approval.tsx'), 'PendingApproval');

const AccessRequestLead = part(() => import('./access-request-lead.tsx'), 'AccessRequestLead');

/** A pending request about the person, their own request for roles, and their unusual days. */
export function StaffMemberLead({ record, onChanged }: Omit<EntityLeadProps<StaffMemberRowFragment>, 'form'>) {
  return (
    <>
      {record ? <PendingApproval id={record.id} /> : null}
      {record?.accessRequest ? <AccessRequestLead record={record} onChanged={onChanged} /> : null}
      <UnusualReveals record={record} />
    </>
  );
}

/** The form of a person. One's own roles are changed by another administrator. */
export function StaffMemberFields({
  form,
  record,
  labelOf,
}: EntityFieldsProps<StaffMemberRowFragment, typeof staffMemberRecord>) {
  const field = fieldOf(form, labelOf);
  const { t } = useMessages();
  return (
    <>
      {record?.isHere === false ? <p>{t('staff.elsewhere')}</p> : null}
      <TextField {...field('name')} maxLength={STAFF_LIMITS.nameMaxLength} />
      <AccessFields form={form} labelOf={labelOf} isOwn={record?.id === session.state.get().person?.sub} />
    </>
  );
}

interface AccessFieldsProps
  extends Pick<EntityFieldsProps<StaffMemberRowFragment, typeof staffMemberRecord>, 'labelOf'> {
  readonly form: FieldForm<
    Pick<FormValues<typeof staffMemberRecord.fields>, 'roles' | 'adminUrl' | 'preferredLanguageKey'>
  >;
  readonly isOwn: boolean;
}

/** Roles, language and link of a person, or of someone invited. */
export function AccessFields({ form, labelOf, isOwn }: AccessFieldsProps) {
  const field = fieldOf(form, labelOf);
  const { t, locale } = useMessages();
  const { languages } = useLanguages();
  return (
    <>
      <RolesField {...field('roles')} isOwn={isOwn} />
      <ChoiceField
        {...field('preferredLanguageKey')}
        options={languages.map(({ key }) => ({ value: key, label: languageName(key, locale) }))}
        noneLabel={t('staff.language.none')}
      />
      <TextField
        {...field('adminUrl')}
        hint={t('staff.admin-url.hint')}
        maxLength={STAFF_LIMITS.adminUrlMaxLength}
        isLatin
      />
    </>
  );
}

function RolesField<Values>({ isOwn, ...props }: FieldProps<Values, string | null> & { readonly isOwn: boolean }) {
  const { name, label } = props;
  const { t } = useMessages();
  const { value, set, input } = useField(props);
  const chosen = rolesIn(value);
  return (
    <Input.Wrapper label={label} labelElement="div" error={input.error}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset inside of the form's own has a border and a legend that cannot be laid out */}
      <div role="group" aria-label={label} className="bc-form-group">
        {isOwn ? <small>{t('staff.roles.own')}</small> : null}
        {ROLES.map((role) => (
          <Checkbox
            key={role}
            name={name}
            size="xs"
            disabled={isOwn}
            label={t(`shell.role.${role}`)}
            description={t(`staff.may.${role}`)}
            checked={chosen.includes(role)}
            onChange={({ currentTarget: { checked } }) => {
              const next = ROLES.filter((each) => (each === role ? checked : chosen.includes(each)));
              set(next.join(' ') || null);
            }}
          />
        ))}
      </div>
    </Input.Wrapper>
  );
}
