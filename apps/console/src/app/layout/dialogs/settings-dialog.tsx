import { CLOCKS, DENSITIES, may, START_PAGES, type StaffSettings, WEEK_STARTS } from '@backcounter/domain';
import { formatLocale, regionsOf } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { Button, Checkbox } from '@mantine/core';
import { useSelector } from '@tanstack/react-store';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { FEATURE_ROUTES } from '../../../features/index.ts';
import { errorKeyOf } from '../../../lib/api/error-text.ts';
import { compareIn, dateFormat, formatNumber, namesIn, numberFormat } from '../../../lib/format/formats.ts';
import { bestEffort } from '../../../lib/page/best-effort.ts';
import { Dialog } from '../../../lib/page/dialog.tsx';
import { Select } from '../../../lib/select/select.tsx';
import type { SelectOption } from '../../../lib/select/select-options.ts';
import { deviceZone, zoneOption, zoneOptions } from '../../../lib/select/zone-options.ts';
import { currentRoles } from '../../../lib/settings/session.ts';
import { settings } from '../../../lib/settings/settings.ts';
import { autoOpenQuery, setAutoOpen } from '../../release-notes/release-notes-preference.ts';
import styles from './dialog.module.css';

/** A Monday, from which the names of weekdays are derived. */
const SOME_MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** A person's settings; stored on the server for all of their devices. */
export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useMessages();
  const kept = useSelector(settings.state);
  const queryClient = useQueryClient();
  const { data: announces, error } = useQuery(autoOpenQuery);
  const [wanted, setWanted] = useState<Partial<StaffSettings>>({});
  const [wantsNews, setWantsNews] = useState<boolean | null>(null);
  const [isBusy, setBusy] = useState(false);
  const running = useRef(false);
  const values = { ...kept, ...wanted };
  const isSettingsChanged = JSON.stringify(values) !== JSON.stringify(kept);
  const isNewsChanged = wantsNews !== null && wantsNews !== announces;
  const isChanged = isSettingsChanged || isNewsChanged;
  const set = (change: Partial<StaffSettings>) => setWanted((before) => ({ ...before, ...change }));

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged || running.current) return;
    running.current = true;
    setBusy(true);
    // The client shows errors; the dialog remains open with every choice.
    const isSaved = await bestEffort('Saving settings', async () => {
      if (isNewsChanged) {
        await setAutoOpen(wantsNews);
        queryClient.setQueryData(autoOpenQuery.queryKey, wantsNews);
      }
      if (isSettingsChanged) await settings.save(values);
      return true;
    });
    running.current = false;
    setBusy(false);
    if (isSaved) onClose();
  };

  return (
    <Dialog title={t('settings.title')} onClose={onClose}>
      <form className={styles['settings']} onSubmit={(event) => void save(event)}>
        <FormatFields values={values} set={set} />
        <fieldset>
          <legend>{t('settings.group.pages')}</legend>
          <div className={styles['pair']}>
            <StartPageField values={values} set={set} />
            <Choice
              label={t('settings.field.density')}
              value={values.density}
              options={DENSITIES.map((each) => ({ value: each, label: t(`listing.columns.${each}`) }))}
              onChange={(density) => set({ density: density as StaffSettings['density'] })}
            />
          </div>
          <Checkbox
            label={t('shell.whats-new.auto-open')}
            description={t('shell.whats-new.delayed')}
            checked={wantsNews ?? announces ?? true}
            disabled={announces === undefined}
            error={error ? t(errorKeyOf(error)) : undefined}
            onChange={(event) => setWantsNews(event.currentTarget.checked)}
          />
        </fieldset>
        <div className={styles['foot']}>
          <Button onClick={onClose}>{t('common.action.cancel')}</Button>
          <Button type="submit" variant="filled" disabled={!isChanged} loading={isBusy}>
            {t('settings.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface FieldsProps {
  readonly values: StaffSettings;
  readonly set: (change: Partial<StaffSettings>) => void;
}

function FormatFields({ values, set }: FieldsProps): ReactNode {
  const messages = useMessages();
  const { t, language } = messages;
  const locale = formatLocale(language, values);
  const regions = useMemo(() => {
    const names = namesIn(language, { type: 'region' });
    const compare = compareIn(language);
    return regionsOf(language)
      .map((region) => ({ value: region, label: names.of(region) ?? region, keywords: region }))
      .sort((a, b) => compare(a.label, b.label));
  }, [language]);
  const device = deviceZone();
  const ownDigits = numberFormat(language, {}).resolvedOptions().numberingSystem;
  const dayName = (day: number) =>
    dateFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(SOME_MONDAY_MS + (day - 1) * DAY_MS);
  const now = new Date();
  const sample = dateFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: values.timeZone ?? device,
  });
  return (
    <fieldset>
      <legend>{t('settings.group.formats')}</legend>
      <Choice
        label={t('settings.field.time-zone')}
        value={values.timeZone}
        automatic={t('settings.automatic.device', { zone: zoneOption(device, messages).label })}
        options={zoneOptions(values.timeZone, messages)}
        onChange={(timeZone) => set({ timeZone })}
      />
      <Choice
        label={t('settings.field.region')}
        value={values.region}
        automatic={t('settings.automatic.language')}
        options={regions}
        onChange={(region) => set({ region })}
      />
      <div className={styles['pair']}>
        <Choice
          label={t('settings.field.clock')}
          value={values.clock}
          options={CLOCKS.map((clock) => ({ value: clock, label: t(`settings.clock.${clock}`) }))}
          onChange={(clock) => set({ clock: CLOCKS.find((each) => each === clock) ?? values.clock })}
        />
        <Choice
          label={t('settings.field.week-start')}
          value={values.weekStart === null ? null : String(values.weekStart)}
          automatic={t('settings.automatic.region')}
          options={WEEK_STARTS.map((day) => ({ value: String(day), label: dayName(day) }))}
          onChange={(day) => set({ weekStart: WEEK_STARTS.find((each) => String(each) === day) ?? null })}
        />
      </div>
      {ownDigits === 'latn' ? null : (
        <Checkbox
          label={t('settings.field.latin-digits')}
          checked={values.hasLatinDigits}
          onChange={(event) => set({ hasLatinDigits: event.currentTarget.checked })}
        />
      )}
      <p className={styles['sample']}>
        <span>{t('settings.sample')}</span>
        <output>
          <bdi>{sample.format(now)}</bdi> · <bdi>{formatNumber(1_234_567.89, locale)}</bdi>
        </output>
      </p>
    </fieldset>
  );
}

function StartPageField({ values, set }: FieldsProps): ReactNode {
  const { t } = useMessages();
  const pages = START_PAGES.filter((page) => may(currentRoles(), FEATURE_ROUTES[page].permission));
  // With a single page there is nothing to choose.
  if (pages.length < 2) return null;
  return (
    <Choice
      label={t('settings.field.start-page')}
      value={values.startPage}
      options={pages.map((page) => ({ value: page, label: t(FEATURE_ROUTES[page].titleKey) }))}
      onChange={(page) => set({ startPage: START_PAGES.find((each) => each === page) ?? '/' })}
    />
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string | null;
  /** Label of null; absent for a required choice. */
  readonly automatic?: string;
  readonly options: readonly SelectOption<string>[];
  readonly onChange: (value: string | null) => void;
}

function Choice({ label, value, automatic, options, onChange }: ChoiceProps) {
  return (
    <Select<string | null>
      label={label}
      value={value}
      options={[...(automatic === undefined ? [] : [{ value: null, label: automatic }]), ...options]}
      onChange={onChange}
    />
  );
}
