import type { MessageKey } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { ErrorPanel, Popover } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconClipboardList } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { load } from '../../lib/api/graphql-client.ts';
import { formatInstant } from '../../lib/format/dates.ts';
import { copyText } from '../../lib/page/copy-text.ts';
import styles from '../list-notices.module.css';
import { type LeftEntry, pastes } from './paste-list.ts';
import { pastedSelectionQuery } from './pasted-selection.operations.ts';

const SHOWN_MAX = 50;

interface PastedStripProps {
  readonly id: string;
  /** The list is that of one record, and others may have the unknown ones. */
  readonly isPart: boolean;
  /** Shows the list without it. */
  readonly onClear: () => void;
}

/** The outcome of a paste: found by which keys, unknown, twice; or that the selection is another person's or has ended. */
export function PastedStrip({ id, isPart, onClear }: PastedStripProps) {
  const { t, locale, timeZone } = useMessages();
  const kept = useQuery({
    queryKey: ['pasted-selection', id],
    queryFn: async ({ signal }) => (await load(pastedSelectionQuery, { id }, signal)).pastedSelection,
  });
  if (kept.isError) return <ErrorPanel title={t('listing.pasted.failed')} />;
  if (kept.data === undefined) return null;
  const clear = (
    <Button size="compact-sm" variant="default" onClick={onClear}>
      {t('listing.pasted.clear')}
    </Button>
  );
  if (kept.data === null) {
    return (
      <div className={styles['notice']} role="status">
        <IconClipboardList size={16} stroke={1.75} aria-hidden />
        <div>{t('listing.pasted.private')}</div>
        {clear}
      </div>
    );
  }
  const { foundBy, unknown, repeated, expiresAt } = kept.data;
  const left = pastes.get(id)?.left ?? [];
  return (
    <div className={styles['notice']} role="status">
      <IconClipboardList size={16} stroke={1.75} aria-hidden />
      <div>
        <div className="bc-row bc-wrap bc-gap-md">
          <b>{t('listing.pasted.found', { count: foundBy.reduce((sum, { found }) => sum + found, 0) })}</b>
          {foundBy.map(({ match, found }) => (
            <span key={match}>{t(`listing.pasted.by.${match}` as MessageKey, { count: found })}</span>
          ))}
          {unknown > 0 ? (
            <span className="bc-negative">
              {t(isPart ? 'listing.pasted.elsewhere' : 'listing.pasted.unknown', { count: unknown })}
            </span>
          ) : null}
          {repeated > 0 ? <span>{t('listing.pasted.repeated', { count: repeated })}</span> : null}
        </div>
        <div className="bc-muted">
          {t('listing.pasted.until', { time: formatInstant(expiresAt, { locale, timeZone }) ?? '' })}
        </div>
      </div>
      {left.length > 0 ? <LeftEntries entries={left} /> : null}
      {clear}
    </div>
  );
}

function LeftEntries({ entries }: { readonly entries: readonly LeftEntry[] }) {
  const { t } = useMessages();
  const more = entries.length - SHOWN_MAX;
  return (
    <Popover position="bottom-end" width={360} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button size="compact-sm" variant="default">
          {t('listing.pasted.show', { count: entries.length })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="bc-stack bc-gap-md">
        <ul className="bc-stack bc-gap-sm">
          {entries.slice(0, SHOWN_MAX).map(({ line, text, sameAs }) => (
            <li key={line} className="bc-row bc-between bc-gap-md">
              <span className="bc-break">
                {t('listing.pasted.line', { count: line })} <bdi>{text}</bdi>
              </span>
              <span className="bc-muted bc-fixed">
                {sameAs === null ? t('listing.pasted.is-unknown') : t('listing.pasted.is-repeated', { count: sameAs })}
              </span>
            </li>
          ))}
        </ul>
        {more > 0 ? <p className="bc-muted">{t('listing.pasted.more', { count: more })}</p> : null}
        <Button size="sm" onClick={() => void copyText(entries.map(({ text }) => text).join('\n'), t)}>
          {t('listing.pasted.copy')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
