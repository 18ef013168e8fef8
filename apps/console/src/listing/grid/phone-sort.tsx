import { useMessages } from '@backcounter/i18n/react';
import { Menu } from '@backcounter/ui';
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconCheck } from '@tabler/icons-react';
import type { SortState } from '../address/list-url.ts';
import styles from '../list-page.module.css';

interface PhoneSortProps {
  readonly sorts: readonly string[];
  readonly nameOf: (sort: string) => string;
  readonly sort: SortState | null;
  readonly onSort: (sort: SortState) => void;
}

const DIRECTIONS = ['ASC', 'DESC'] as const;
const nameIn = ({ key, direction }: SortState) => `${direction} ${key}`;

/** The sort of a list without column headers. */
export function PhoneSort({ sorts, nameOf, sort, onSort }: PhoneSortProps) {
  const { t } = useMessages();
  const choices = Object.fromEntries(
    sorts
      .flatMap((key) => DIRECTIONS.map((direction): SortState => ({ key, direction })))
      .map((choice) => [nameIn(choice), choice]),
  );
  const choose = (value: string) => {
    const choice = choices[value];
    if (choice) onSort(choice);
  };
  const Arrow = sort?.direction === 'DESC' ? IconArrowDown : IconArrowUp;
  return (
    <Menu position="bottom-end" width={240} shadow="md">
      <Menu.Target>
        <button type="button" className={styles['phoneSort']}>
          {sort ? <Arrow size={16} stroke={2} aria-hidden /> : <IconArrowsSort size={16} stroke={1.75} aria-hidden />}
          <span className="bc-sr-only">{t('listing.sort.by')}</span> {sort ? nameOf(sort.key) : t('listing.sort.best')}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={sort ? nameIn(sort) : ''} onChange={choose}>
          {Object.entries(choices).map(([value, { key, direction }]) => (
            <Menu.RadioItem
              key={value}
              value={value}
              closeMenuOnClick
              checkIcon={<IconCheck size={16} stroke={1.75} aria-hidden />}
              rightSection={
                direction === 'ASC' ? <IconArrowUp size={16} aria-hidden /> : <IconArrowDown size={16} aria-hidden />
              }
            >
              {nameOf(key)} <span className="bc-sr-only">{t(`listing.sort.${direction}`)}</span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
