import { JOB_LIMITS, may } from '@backcounter/domain';
import { type MessagesHook, useMessages } from '@backcounter/i18n/react';
import { formatExact, Menu, useHint } from '@backcounter/ui';
import { IconDots, IconSquareCheck, IconX } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { showDone } from '../../lib/api/outcome-toasts.ts';
import { formatNumber } from '../../lib/format/formats.ts';
import { announceJob } from '../../lib/page/started-jobs.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { countFigure, type ListCount } from '../list-count.ts';
import type { ListDefinition } from '../list-definition.ts';
import type { BulkAction } from './bulk-action.ts';
import { countOfEarlier, countSelected, type Question, type RowSelection, toListSelection } from './row-selection.ts';
import styles from './selection-bar.module.css';
import type { ListSelectionHook } from './use-row-selection.ts';

type Words = Pick<MessagesHook, 't' | 'locale'>;

/**
 * Description of the selection: how many, picked or all that match, and how many of them the list on screen no longer
 * shows.
 */
function selectionWords(selection: RowSelection, question: Question, { t, locale }: Words): string {
  if (selection.kind === 'none') return '';
  const count = countSelected(selection);
  const figure = count && countFigure(count, locale);
  const earlier = countOfEarlier(selection, question);
  const isOfEarlier = earlier === null || earlier.value > 0;
  if (selection.kind === 'picked') {
    const values = { figure: figure ?? '' };
    if (!isOfEarlier) return t('listing.selection.picked', values);
    if (earlier?.value === count?.value) return t('listing.selection.picked-earlier', values);
    return t('listing.selection.picked-partly-earlier', {
      ...values,
      earlier: earlier === null ? '' : countFigure(earlier, locale),
    });
  }
  const { size } = selection.exclusions;
  const left = formatNumber(size, locale);
  const all = () => {
    if (figure === null)
      return t(size === 0 ? 'listing.selection.all-uncounted' : 'listing.selection.all-uncounted-but', { left });
    return t(size === 0 ? 'listing.selection.all' : 'listing.selection.all-but', { figure, left });
  };
  return isOfEarlier ? t('listing.selection.of-earlier', { selection: all() }) : all();
}

/** The effect of "Select all" in words; null where it would change nothing or drop kept rows. */
function selectAllWords(
  selection: RowSelection,
  question: Question,
  count: ListCount | undefined,
  { t, locale }: Words,
): string | null {
  if (!count || count.value === 0) return null;
  const earlier = countOfEarlier(selection, question);
  if (earlier === null || earlier.value > 0) return null;
  const selected = countSelected(selection);
  const isAllSelected = count.kind === 'EXACT' && selected?.kind === 'EXACT' && selected.value === count.value;
  const isUntouchedRule = selection.kind === 'rule' && selection.exclusions.size === 0 && count.kind !== 'EXACT';
  if (isAllSelected || isUntouchedRule) return null;
  return count.kind === 'ESTIMATE'
    ? t('listing.selection.select-all-uncounted')
    : t('listing.selection.select-all', { figure: countFigure(count, locale) });
}

/** Actions beside the menu. */
const SHOWN_ACTIONS = 4;

/** Properties of {@link SelectionBar}. */
export interface SelectionBarProps<Row> {
  readonly model: ListSelectionHook<Row>;
  readonly list: ListDefinition<Row>;
  readonly columns: readonly string[];
  /** Count of the current query. */
  readonly count: ListCount | undefined;
  readonly isPhone: boolean;
  /** Announces texts that are written into it. */
  readonly liveRegion: Element | null;
  /** The bar is about to close: another element takes the focus. */
  readonly onLeave: () => void;
}

/** The selected rows, since when, and the actions on them. */
export function SelectionBar<Row>(props: SelectionBarProps<Row>) {
  const { model, isPhone, onLeave } = props;
  const { selection, problem, question, isAsking, actions } = model;
  const messages = useMessages();
  const { t } = messages;
  const router = useRouter();
  const [opened, setOpened] = useState<BulkAction | null>(null);
  const { filterInput } = props.list;
  const given = useMemo(
    () => (selection.kind === 'none' ? null : toListSelection(selection, filterInput)),
    [selection, filterInput],
  );
  if (selection.kind === 'none' || given === null) return null;
  const words = selectionWords(selection, question, messages);
  const allWords = isAsking ? null : selectAllWords(selection, question, props.count, messages);
  const max = problem === 'too-many-excluded' ? JOB_LIMITS.selectionExclusionsMax : JOB_LIMITS.selectionIdsMax;
  const note = isAsking ? t('listing.selection.ask') : problem ? t(`listing.selection.${problem}`, { max }) : null;
  const clear = () => {
    model.clear();
    onLeave();
  };
  const shown = actions.length > SHOWN_ACTIONS ? actions.slice(0, SHOWN_ACTIONS - (isPhone ? 0 : 1)) : actions;
  const others = actions.slice(shown.length);
  const Dialog = opened?.dialog;
  const mayOpenJob = may(currentRoles(), 'job.read-all');
  const openJob = (id: string) => void router.navigate({ href: `/admin/jobs?open=${id}` });
  return (
    <>
      <section className={styles['bar']} aria-label={t('listing.selection.title')} data-phone={isPhone || undefined}>
        <div className={styles['what']}>
          {isPhone ? null : <IconSquareCheck size={18} stroke={1.75} aria-hidden />}
          <b>{words}</b>
          <Since instant={selection.since} />
          {note ? <span className={styles['note']}>{note}</span> : null}
        </div>
        {allWords && props.count ? (
          <button type="button" className={styles['all']} onClick={() => props.count && model.selectAll(props.count)}>
            {allWords}
          </button>
        ) : null}
        {isAsking ? (
          <div className={styles['actions']}>
            <button type="button" onClick={model.keep}>
              {t('listing.selection.keep')}
            </button>
          </div>
        ) : (
          <div className={styles['actions']} data-actions>
            {shown.map((action) => (
              <button key={action.key} type="button" onClick={() => setOpened(action)} aria-haspopup="dialog">
                <action.icon size={isPhone ? 20 : 16} stroke={1.75} aria-hidden />
                {t(action.labelKey)}
              </button>
            ))}
            {others.length > 0 ? (
              <Menu position="top-end" width={220} shadow="md">
                <Menu.Target>
                  <button type="button" aria-label={t('listing.selection.more')}>
                    <IconDots size={isPhone ? 20 : 16} stroke={1.75} aria-hidden />
                  </button>
                </Menu.Target>
                <Menu.Dropdown>
                  {others.map((action) => (
                    <Menu.Item
                      key={action.key}
                      leftSection={<action.icon size={16} stroke={1.75} aria-hidden />}
                      onClick={() => setOpened(action)}
                    >
                      {t(action.labelKey)}
                    </Menu.Item>
                  ))}
                </Menu.Dropdown>
              </Menu>
            ) : null}
          </div>
        )}
        <button type="button" className={styles['clear']} aria-keyshortcuts="Escape" onClick={clear}>
          <IconX size={isPhone ? 20 : 16} stroke={1.75} aria-hidden />
          <span className={isAsking ? undefined : 'bc-sr-only'}>{t('listing.selection.clear')}</span>
          {isPhone ? null : <kbd>Esc</kbd>}
        </button>
      </section>
      {props.liveRegion ? createPortal(note ? `${words}. ${note}` : words, props.liveRegion) : null}
      {Dialog ? (
        <Suspense>
          <Dialog
            selection={given}
            count={countSelected(selection)}
            list={props.list}
            columns={props.columns}
            onClose={() => setOpened(null)}
            onStarted={(id) => {
              setOpened(null);
              announceJob(id);
              clear();
              showDone(
                mayOpenJob ? { action: { label: t('listing.selection.show-job'), onClick: () => openJob(id) } } : {},
              );
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** Since when, with the exact instant on hover and focus. */
function Since({ instant }: { readonly instant: string }) {
  const { t, intl, locale, timeZone } = useMessages();
  const date = new Date(instant);
  const { target, hint } = useHint(formatExact(date, { locale, timeZone }));
  const time = intl.formatTime(date, { timeZone, hour: 'numeric', minute: '2-digit', second: '2-digit' });
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the exact instant is shown on focus too */}
      <time dateTime={instant} tabIndex={0} {...target}>
        {t('listing.selection.since', { time })}
      </time>
      {hint}
    </>
  );
}
