import { useMessages } from '@backcounter/i18n/react';
import type { UiIcon } from '@backcounter/ui';
import { Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { SortState } from './list-state.ts';

interface PhoneSortProps {
  readonly sorts: readonly string[];
  readonly nameOf: (sort: string) => string;
  readonly sort: SortState | null;
  readonly icon: UiIcon;
  readonly onSort: (sort: SortState) => void;
}

/** The sort of a list without column heads. */
export function PhoneSort({ sorts, nameOf, sort, icon: Icon, onSort }: PhoneSortProps) {
  const { t } = useMessages();
  const directions = ['ASC', 'DESC'] as const;
  const Arrow = sort?.direction === 'DESC' ? IconArrowDown : IconArrowUp;
  return (
    <Menu position="bottom-end" width={240} shadow="md">
      <Menu.Target>
        <button type="button" className="bc-phone-sort">
          {sort ? <Arrow size={16} stroke={2} aria-hidden /> : <Icon size={16} stroke={1.75} aria-hidden />}
          <span className="bc-sr-only">{t('listing.sort.by')}</span> {sort ? nameOf(sort.key) : t('listing.sort.best')}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {sorts.flatMap((key) =>
          directions.map((direction) => (
            <Menu.Item
              key={`${key}-${direction}`}
              role="menuitemradio"
              aria-checked={sort?.key === key && sort.direction === direction}
              leftSection={
                direction === 'ASC' ? <IconArrowUp size={16} aria-hidden /> : <IconArrowDown size={16} aria-hidden />
              }
              onClick={() => onSort({ key, direction })}
            >
              {nameOf(key)} <span className="bc-sr-only">{t(`listing.sort.${direction}`)}</span>
            </Menu.Item>
          )),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
