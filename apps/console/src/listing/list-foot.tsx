import { PAGE_SIZES } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Menu, Popover } from '@backcounter/ui';
import { ActionIcon, Button } from '@mantine/core';
import {
  IconCalendarSearch,
  IconCheck,
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
  IconChevronsLeft,
  IconChevronsRight,
  IconClock,
} from '@tabler/icons-react';
import { useState } from 'react';
import { dateFormat } from '../lib/format/formats.ts';
import { part } from '../lib/page/part.ts';
import type { ListPosition, SortDirection } from './address/list-url.ts';
import { countFigure, type ListCount } from './list-count.ts';
import styles from './list-page.module.css';

const DateJump = part(() => import('./filter/date-jump.tsx'), 'DateJump');

/** Properties of {@link ListFoot}. */
export interface ListFootProps {
  readonly firstRow: number | null;
  /** Null until a page has loaded. */
  readonly rows: number | null;
  readonly count: ListCount | undefined;
  readonly size: number;
  /** Shows the steps between pages and their size. */
  readonly hasPages: boolean;
  readonly isFirst: boolean;
  readonly previous: ListPosition | null;
  readonly next: ListPosition | null;
  /** Direction of a sort by date, which allows jumping to a day; null with another sort. */
  readonly dateDirection: SortDirection | null;
  readonly onGo: (position: ListPosition) => void;
  readonly onSize: (size: number) => void;
}

/** Range of the rows, pagination, and the zone of all times above. */
export function ListFoot(props: ListFootProps) {
  const { firstRow, rows, count, onGo } = props;
  const { t, locale, timeZone, figure } = useMessages();
  const [isJumping, setJumping] = useState(false);
  const zone =
    dateFormat(locale, { timeZone, timeZoneName: 'shortOffset' })
      .formatToParts(new Date())
      .find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const rangeWords = (shown: number) =>
    t(rangeKey(shown, firstRow, count), {
      first: figure(firstRow ?? 0),
      last: figure((firstRow ?? 0) + shown - 1),
      rows: shown,
      total: count ? countFigure(count, locale) : '',
    });
  const step = (icon: typeof IconChevronLeft, label: string, to: ListPosition | null) => {
    const Icon = icon;
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={label}
        disabled={to === null}
        onClick={() => to && onGo(to)}
      >
        <Icon size={18} stroke={1.75} className="bc-mirror" aria-hidden />
      </ActionIcon>
    );
  };
  return (
    <footer className={styles['foot']}>
      <span className={styles['range']}>{rows === null ? '' : rangeWords(rows)}</span>
      {props.hasPages ? (
        <>
          <nav className={styles['steps']} aria-label={t('listing.foot.pages')}>
            {step(IconChevronsLeft, t('listing.foot.first'), props.isFirst ? null : { kind: 'first' })}
            {step(IconChevronLeft, t('listing.foot.previous'), props.previous)}
            {step(IconChevronRight, t('listing.foot.next'), props.next)}
            {step(IconChevronsRight, t('listing.foot.last'), props.next ? { kind: 'last' } : null)}
            {props.dateDirection ? (
              <Popover opened={isJumping} onChange={setJumping} position="top-start" trapFocus returnFocus shadow="md">
                <Popover.Target>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={28}
                    aria-label={t('listing.foot.go-to-date')}
                    aria-expanded={isJumping}
                    onClick={() => setJumping(!isJumping)}
                  >
                    <IconCalendarSearch size={16} stroke={1.75} aria-hidden />
                  </ActionIcon>
                </Popover.Target>
                <Popover.Dropdown>
                  <DateJump
                    isNewestFirst={props.dateDirection === 'DESC'}
                    onGo={(instant) => {
                      setJumping(false);
                      onGo({ kind: 'date', instant });
                    }}
                  />
                </Popover.Dropdown>
              </Popover>
            ) : null}
          </nav>
          <Menu position="top-start" width={150} shadow="md">
            <Menu.Target>
              <Button
                variant="subtle"
                color="gray"
                size="sm"
                className={styles['size']}
                rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
              >
                {t('listing.foot.per-page', { size: props.size })}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.RadioGroup value={String(props.size)} onChange={(size) => props.onSize(Number(size))}>
                {PAGE_SIZES.map((size) => (
                  <Menu.RadioItem
                    key={size}
                    value={String(size)}
                    closeMenuOnClick
                    checkIcon={<IconCheck size={16} stroke={1.75} aria-hidden />}
                  >
                    {t('listing.foot.per-page', { size })}
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
            </Menu.Dropdown>
          </Menu>
        </>
      ) : null}
      <span className={styles['zone']}>
        <IconClock size={14} stroke={1.75} aria-hidden />
        {t('listing.foot.zone', { zone: timeZone, offset: zone })}
      </span>
    </footer>
  );
}

function rangeKey(rows: number, firstRow: number | null, count: ListCount | undefined) {
  if (rows === 0) return 'listing.foot.none';
  if (firstRow === null) return count ? 'listing.foot.some-of' : 'listing.foot.some';
  return count ? 'listing.foot.range-of' : 'listing.foot.range';
}
