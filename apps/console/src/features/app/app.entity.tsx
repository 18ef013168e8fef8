import {
  APP_LIMITS,
  APP_MACHINE,
  APP_SCOPES,
  APP_STATES,
  appRecord,
  EMBEDDING_APP,
  parseAppScopes,
} from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Checkbox, Input } from '@mantine/core';
import { IconCircleCheck, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { AppRowFragment } from '../../generated/graphql.ts';
import { formatList, formatNumber } from '../../lib/format/formats.ts';
import { codeColumn, nameColumn } from '../../listing/columns/column-kinds.tsx';
import { PhoneRow } from '../../listing/grid/phone-row.tsx';
import type { CellFormats } from '../../listing/list-definition.ts';
import { changedColumn, valueFilter } from '../../records/entity-columns.tsx';
import {
  defineEntity,
  type EntityActionsProps,
  type EntityFieldsProps,
  type ValueWords,
} from '../../records/entity-definition.ts';
import { entityLabels } from '../../records/entity-labels.ts';
import { recordStateMark } from '../../records/entity-state.tsx';
import { fieldOf } from '../../records/form/field-map.ts';
import { LongField } from '../../records/form/long-field.tsx';
import { type FieldProps, TextField, useField, useFieldProblem } from '../../records/form/record-form.tsx';
import { PictureField } from '../../records/picture/picture-field.tsx';
import { DrawerPart } from '../../records/record-drawer.tsx';
import { RegisteredDocuments } from '../../records/registered-documents.tsx';
import { StateButtons } from '../../records/state-buttons.tsx';
import { appDocuments as documents } from './app-record.operations.ts';

type Row = AppRowFragment;

const LOOKS = {
  ACTIVE: { tone: 'positive', icon: IconCircleCheck },
  SUSPENDED: { tone: 'warning', icon: IconPlayerPause },
} as const;
const AppStateMark = recordStateMark(LOOKS, (state) => `app.state.${state}`);

const ICONS = { SUSPEND: IconPlayerPause, REACTIVATE: IconPlayerPlay };

const scopeWords: ValueWords = (field, value, { t, locale }) =>
  field !== 'scopes' || typeof value !== 'string'
    ? undefined
    : formatList(
        parseAppScopes(value).map((scope) => t(`app.scope.${scope}`)),
        locale,
      );

const originsOf = ({ origins }: Row, { locale }: CellFormats) => formatList(origins?.split('\n') ?? [], locale);

function AppFields({ form, record, labelOf }: EntityFieldsProps<Row, typeof appRecord>) {
  const field = fieldOf(form, labelOf);
  const { t } = useMessages();
  const addresses = { maxLength: APP_LIMITS.addressesMaxLength, hint: t('app.addresses.hint') };
  return (
    <>
      <TextField {...field('name')} maxLength={APP_LIMITS.nameMaxLength} />
      {record === null ? (
        <TextField
          {...field('clientId')}
          hint={t('app.client-id.hint')}
          maxLength={APP_LIMITS.clientIdMaxLength}
          isLatin
        />
      ) : null}
      <PictureField
        kind="app"
        label={labelOf('imageUrl')}
        name={form.values.name ?? ''}
        url={form.values.imageUrl ?? null}
        onChange={(url) => form.set('imageUrl', url)}
        problem={useFieldProblem(form, 'imageUrl')}
      />
      <LongField {...field('origins')} {...addresses} hint={t('app.origins.hint')} />
      <LongField {...field('redirectAddresses')} {...addresses} />
      <LongField {...field('postLogoutAddresses')} {...addresses} />
      <ScopesField {...field('scopes')} />
    </>
  );
}

function ScopesField<Values>(props: FieldProps<Values, string | null>) {
  const { t } = useMessages();
  const { value, set, input } = useField(props);
  const chosen = parseAppScopes(value ?? '');
  return (
    <Input.Wrapper label={props.label} labelElement="div" error={input.error}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset inside of the form's own has a border and a legend that cannot be laid out */}
      <div role="group" aria-label={props.label} className="bc-form-group">
        {APP_SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            name={props.name}
            size="xs"
            label={t(`app.scope.${scope}`)}
            checked={chosen.includes(scope)}
            onChange={({ currentTarget: { checked } }) => {
              const next = APP_SCOPES.filter((each) => (each === scope ? checked : chosen.includes(each)));
              set(next.join(' ') || null);
            }}
          />
        ))}
      </div>
    </Input.Wrapper>
  );
}

function AppActions(props: EntityActionsProps<Row>) {
  const { record } = props;
  const { t } = useMessages();
  return (
    <DrawerPart title={t('app.access.title')}>
      <p>
        {record.clientId === EMBEDDING_APP
          ? t('app.access.setting')
          : record.state === 'ACTIVE'
            ? t('app.access.open', { people: record.people })
            : t('app.access.suspended', { reason: record.stateReason ?? '' })}
      </p>
      <RegisteredDocuments names={record.documents} />
      <StateButtons
        {...props}
        machine={APP_MACHINE}
        icons={ICONS}
        documents={documents}
        words={(action) => ({
          verb: t(`app.${action}.action`),
          title: t(`app.${action}.title`, { name: record.name }),
          consequence: t(`app.${action}.consequence`),
        })}
      />
    </DrawerPart>
  );
}

export const apps = defineEntity({
  record: appRecord,
  path: '/admin/apps',
  list: {
    name: 'apps',
    capability: 'APPS',
    titleKey: 'shell.page.apps',
    searchHintKey: () => 'app.search.hint',
    emptyKey: 'app.place.none',
    emptyBodyKey: 'app.place.none-body',
    columns: [
      nameColumn('name', 'crud.field.name', 200, ({ name }: Row) => name, { sort: 'name' }),
      codeColumn('clientId', 'app.field.clientId', 160, ({ clientId }: Row) => clientId, { sort: 'clientId' }),
      {
        key: 'origins',
        headerKey: 'app.field.origins',
        width: 320,
        grows: true,
        render: (row, formats) => <bdi dir="ltr">{originsOf(row, formats)}</bdi>,
        fullText: originsOf,
      },
      { key: 'state', headerKey: 'crud.field.state', width: 128, render: (row) => <AppStateMark record={row} /> },
      {
        key: 'people',
        headerKey: 'app.field.people',
        width: 96,
        align: 'end',
        render: ({ people }, { locale }) => formatNumber(people, locale),
      },
      changedColumn(),
    ],
    filters: [valueFilter('state', 'crud.field.state', APP_STATES, (state) => `app.state.${state}`)],
    sorts: { name: 'NAME', clientId: 'CLIENT_ID', changed: 'UPDATED' },
    fileLabels: { documents: 'records.documents.title' },
    phoneRow: (row) => (
      <PhoneRow title={<bdi>{row.name}</bdi>} end={<AppStateMark record={row} />}>
        {row.clientId}
      </PhoneRow>
    ),
  },
  documents,
  nameOf: ({ name }) => name,
  codeOf: ({ clientId }) => clientId,
  fields: entityLabels(appRecord, (field) => `app.field.${field}`),
  otherFields: { documents: 'records.documents.title' },
  wordsOf: scopeWords,
  Fields: AppFields,
  drawn: ['name', 'clientId', 'imageUrl', 'origins', 'redirectAddresses', 'postLogoutAddresses', 'scopes'],
  State: AppStateMark,
  Actions: AppActions,
  creation: { titleKey: 'app.new.title', document: documents.create },
});
