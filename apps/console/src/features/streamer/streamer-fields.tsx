import { STREAMER_LIMITS, STREAMER_PLATFORMS, type streamerRecord } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useQuery } from '@tanstack/react-query';
import type { StreamerRowFragment } from '../../generated/graphql.ts';
import { load } from '../../lib/api/graphql-client.ts';
import { compareIn } from '../../lib/format/formats.ts';
import type { EntityFieldsProps } from '../../records/entity-definition.ts';
import { type Choices, offered, useChoices } from '../../records/fields/choices.ts';
import { fieldOf } from '../../records/form/field-map.ts';
import { ChoiceField, TextField } from '../../records/form/record-form.tsx';
import { streamerCountriesQuery, streamerPeopleQuery } from './streamer.operations.ts';

const FRESH_MS = 60_000;

/** Countries by name. */
export const streamerCountries: Choices = {
  noun: 'country',
  load: async (locale, signal) => {
    const { countries } = await load(streamerCountriesQuery, { locale }, signal);
    const compare = compareIn(locale);
    return countries
      .map(({ code, name, isActive }) => ({ value: code, label: name, isOpen: isActive }))
      .sort((a, b) => compare(a.label, b.label));
  },
};

/** The form of a streamer. */
export function StreamerFields({
  form,
  record,
  labelOf,
}: EntityFieldsProps<StreamerRowFragment, typeof streamerRecord>) {
  const field = fieldOf(form, labelOf);
  const { t } = useMessages();
  const countries = offered(useChoices(streamerCountries), form.values.countryCode);
  const people = useQuery({
    queryKey: ['streamer-people'],
    meta: { errorsShown: 'in-toast' },
    queryFn: async ({ signal }) => (await load(streamerPeopleQuery, { search: null }, signal)).streamerPeople,
    staleTime: FRESH_MS,
  });
  const known = (people.data ?? []).map(({ sub, name }) => ({ value: sub, label: name }));
  const given = record?.staffSub;
  // A chosen person stays visible, also if no longer offered.
  const options =
    given && !known.some(({ value }) => value === given)
      ? [{ value: given, label: record.staffName ?? given }, ...known]
      : known;
  return (
    <>
      <TextField {...field('displayName')} maxLength={STREAMER_LIMITS.nameMaxLength} />
      <div className="bc-form-pair">
        <ChoiceField
          {...field('platform')}
          options={STREAMER_PLATFORMS.map((value) => ({ value, label: t(`streamer.platform.${value}`) }))}
        />
        <ChoiceField {...field('countryCode')} options={countries} noneLabel={t('listing.value.empty')} />
      </div>
      <TextField
        {...field('channelUrl')}
        hint={t('streamer.edit.channel-hint')}
        maxLength={STREAMER_LIMITS.channelUrlMaxLength}
        isLatin
      />
      <ChoiceField
        {...field('staffSub')}
        hint={t('streamer.edit.person-hint')}
        options={options}
        noneLabel={t('streamer.edit.nobody')}
      />
    </>
  );
}
