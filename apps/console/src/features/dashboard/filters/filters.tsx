import { useMessages } from '@backcounter/i18n/react';
import { Popover } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconCalendar, IconChevronDown } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { load } from '../../../lib/api/graphql-client.ts';
import { compareIn, dateFormat, formatList } from '../../../lib/format/formats.ts';
import { lazyPart } from '../../../lib/page/part.ts';
import type { FilterOption } from '../../../listing/list-definition.ts';
import styles from '../dashboard.module.css';
import { dashboardAreasQuery, dashboardCountriesQuery } from '../dashboard.operations.ts';
import type { DashboardQuestion } from './dashboard-address.ts';
import type { DashboardCalendar } from './dashboard-scope.ts';

const FRESH_MS = 5 * 60_000;

function sorted(options: readonly FilterOption[], locale: string): readonly FilterOption[] {
  const compare = compareIn(locale);
  return options.toSorted((a, b) => compare(a.label, b.label));
}

/** Countries to filter by. */
function useDashboardCountries(isWanted: boolean) {
  const { locale } = useMessages();
  return useQuery({
    queryKey: ['dashboard-countries', locale],
    queryFn: async ({ signal }) => {
      const { countries } = await load(dashboardCountriesQuery, { locale }, signal);
      return sorted(
        countries.map(({ code, name }) => ({ value: code, label: name, code })),
        locale,
      );
    },
    enabled: isWanted,
    staleTime: FRESH_MS,
  });
}

/** Areas to filter by: of these countries, or all. */
function useDashboardAreas(countries: readonly string[], isWanted: boolean) {
  const { locale } = useMessages();
  const countryCodes = countries.length === 0 ? null : [...countries];
  return useQuery({
    queryKey: ['dashboard-areas', countryCodes, locale],
    queryFn: async ({ signal }) => {
      const { areas } = await load(dashboardAreasQuery, { countryCodes, locale }, signal);
      return sorted(
        areas.map(({ id, name, countryCode }) => ({ value: id, label: name, code: countryCode })),
        locale,
      );
    },
    enabled: isWanted,
    staleTime: FRESH_MS,
  });
}

const PeriodEditor = lazyPart(() => import('./period-editor.tsx'), 'PeriodEditor');
const PlaceEditor = lazyPart(() => import('./place-editor.tsx'), 'PlaceEditor');

/** Number of values listed by name; further ones are counted. */
const NAMED_VALUES = 2;

interface FiltersProps {
  readonly question: DashboardQuestion;
  readonly calendar: DashboardCalendar | null;
  readonly onChange: (question: DashboardQuestion) => void;
}

/** Filter bar of the dashboard. */
export function Filters({ question, calendar, onChange }: FiltersProps) {
  const { t, locale } = useMessages();
  const [opened, setOpened] = useState<'period' | 'country' | 'area' | null>(null);
  const countries = useDashboardCountries(opened === 'country' || question.countries.length > 0);
  const areas = useDashboardAreas(question.countries, opened === 'area' || question.areas.length > 0);
  const close = () => setOpened(null);
  const apply = (change: Partial<DashboardQuestion>) => {
    close();
    onChange({ ...question, ...change });
  };
  const range = dateFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' });
  const { period } = question;
  const unknownDays = period.kind === 'last' ? t('dashboard.period.last', { days: period.days }) : '…';
  const at = (day: string) => new Date(`${day}T00:00:00Z`);
  return (
    <>
      <FilterButton
        label={t('dashboard.filter.PERIOD')}
        isNameSeen={false}
        icon={<IconCalendar size={16} stroke={1.75} aria-hidden />}
        words={calendar ? range.formatRange(at(calendar.days.from), at(calendar.days.to)) : unknownDays}
        isOpened={opened === 'period'}
        onOpened={(isOpened) => setOpened(isOpened ? 'period' : null)}
      >
        <PeriodEditor period={period} calendar={calendar} onApply={(period) => apply({ period })} onCancel={close} />
      </FilterButton>
      <FilterButton
        label={t('dashboard.filter.COUNTRY')}
        words={usePlaceWords(question.countries, countries)}
        isOpened={opened === 'country'}
        onOpened={(isOpened) => setOpened(isOpened ? 'country' : null)}
      >
        <PlaceEditor
          label={t('dashboard.filter.COUNTRY')}
          options={countries}
          chosen={question.countries}
          onApply={(chosen) => apply({ countries: chosen })}
          onCancel={close}
        />
      </FilterButton>
      <FilterButton
        label={t('dashboard.filter.AREA')}
        words={usePlaceWords(question.areas, areas)}
        isOpened={opened === 'area'}
        onOpened={(isOpened) => setOpened(isOpened ? 'area' : null)}
      >
        <PlaceEditor
          label={t('dashboard.filter.AREA')}
          options={areas}
          chosen={question.areas}
          onApply={(chosen) => apply({ areas: chosen })}
          onCancel={close}
        />
      </FilterButton>
    </>
  );
}

/** The chosen places by name, or the label for none. */
function usePlaceWords(values: readonly string[], options: UseQueryResult<readonly FilterOption[]>): string {
  const { t, locale } = useMessages();
  if (values.length === 0) return t('dashboard.filter.all');
  const names = new Map(options.data?.map(({ value, label }) => [value, label]));
  const named = values.slice(0, NAMED_VALUES).map((value) => names.get(value) ?? (options.isPending ? '…' : value));
  const joined = formatList(named, locale, 'unit', 'short');
  const count = values.length - named.length;
  return count > 0 ? t('listing.filter.and-more', { values: joined, count }) : joined;
}

interface FilterButtonProps {
  readonly label: string;
  readonly isNameSeen?: boolean;
  readonly icon?: ReactNode;
  readonly words: string;
  readonly isOpened: boolean;
  readonly onOpened: (isOpened: boolean) => void;
  readonly children: ReactNode;
}

function FilterButton(props: FilterButtonProps) {
  const { label, isNameSeen = true, icon, words, isOpened, onOpened, children } = props;
  return (
    <Popover opened={isOpened} onChange={onOpened} position="bottom-end" width={320} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          className={styles['filter']}
          leftSection={icon}
          rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
          aria-expanded={isOpened}
          onClick={() => onOpened(!isOpened)}
        >
          <span className={isNameSeen ? undefined : 'bc-sr-only'}>{label} </span>
          <b dir="auto">{words}</b>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback={<div style={{ minHeight: '4rem' }} />}>{children}</Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
