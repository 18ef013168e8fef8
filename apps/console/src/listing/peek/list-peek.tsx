import { useMessages } from '@backcounter/i18n/react';
import { Menu } from '@backcounter/ui';
import { ActionIcon, Button } from '@mantine/core';
import { IconDots, IconExternalLink, IconLink, IconPencil, IconX } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { Suspense, useEffect, useState } from 'react';
import { copyText } from '../../lib/page/copy-text.ts';
import { recordActions } from '../../lib/record/record-actions.ts';
import { PEEK_ID } from '../grid/list-grid.tsx';
import { countFigure, type ListCount } from '../list-count.ts';
import type { CellFormats, ListColumn, ListDefinition } from '../list-definition.ts';
import styles from './list-peek.module.css';
import type { PeekedRow } from './use-peek.ts';

/** Properties of {@link ListPeek}. */
export interface ListPeekProps<Row> {
  readonly definition: ListDefinition<Row>;
  readonly peeked: PeekedRow<Row>;
  readonly href: string;
  /** Number of the row; null if unknown. */
  readonly place: number | null;
  readonly count: ListCount | undefined;
  /** The list is the page: actions on the record are those of this row. */
  readonly isPage: boolean;
  readonly isSelectable: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** A record beside its list: facts of the row, and those that its kind loads. The focus stays in the list. */
export function ListPeek<Row>(props: ListPeekProps<Row>) {
  const { definition, peeked, href, place, count, onOpen, onClose } = props;
  const messages = useMessages();
  const { t, intl, locale } = messages;
  const router = useRouter();
  const { row, actionsAsked } = peeked;
  const { Peek } = definition;
  const name = definition.rowLabel(row, messages);
  const { columns } = definition;
  const title = columns.find(({ isPinned }) => isPinned === true);
  const state = columns.find(({ key }) => key === 'state' || key === 'status');
  const facts = (
    <RowFacts columns={columns.filter((column) => column !== title && column !== state)} row={row} formats={messages} />
  );
  const editHref = definition.editHref?.(row);
  const ofRecord = useSelector(recordActions);
  const actions = props.isPage && Peek ? ofRecord.filter(({ key }) => key !== 'edit') : [];
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (actionsAsked > 0) setOpen(true);
  }, [actionsAsked]);
  return (
    <>
      <PeekKeys isSelectable={props.isSelectable} canEdit={editHref !== undefined} />
      <aside id={PEEK_ID} className={styles['pane']} aria-label={t('listing.peek.label', { name })}>
        <header className={styles['head']}>
          <h2>
            {title ? title.render(row, messages) : <bdi>{name}</bdi>}
            {state ? <span className={styles['state']}>{state.render(row, messages)}</span> : null}
          </h2>
          <ActionIcon variant="subtle" color="gray" size={28} aria-label={t('common.action.close')} onClick={onClose}>
            <IconX size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
          <div className={styles['actions']}>
            {editHref === undefined ? null : (
              <Button
                leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
                onClick={() => void router.navigate({ href: editHref })}
              >
                {t('listing.peek.edit')}
              </Button>
            )}
            <Menu position="bottom-start" width={240} shadow="md" opened={isOpen} onChange={setOpen}>
              <Menu.Target>
                <ActionIcon variant="default" size={32} aria-label={t('listing.peek.actions')}>
                  <IconDots size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {actions.map(({ key, icon: Icon, label, isAllowed, whyNot, isDestructive = false, run }) => (
                  <Menu.Item
                    key={key}
                    {...(isDestructive ? { className: 'bc-destructive' } : {})}
                    disabled={!isAllowed}
                    leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
                    onClick={run}
                  >
                    {label}
                    {isAllowed ? null : <small className="bc-why-not">{whyNot}</small>}
                  </Menu.Item>
                ))}
                {actions.length > 0 ? <Menu.Divider /> : null}
                <Menu.Item
                  leftSection={<IconExternalLink size={16} stroke={1.75} aria-hidden />}
                  onClick={() => window.open(href, '_blank', 'noopener')}
                >
                  {t('listing.peek.new-tab')}
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconLink size={16} stroke={1.75} aria-hidden />}
                  onClick={() =>
                    void copyText(new URL(href, window.location.origin).href, t, 'listing.view.link-copied')
                  }
                >
                  {t('listing.peek.copy')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
            <Button variant="filled" className="bc-push" onClick={onOpen}>
              {t('listing.peek.open')}
            </Button>
          </div>
        </header>
        <div className={styles['body']}>
          {Peek ? (
            <Suspense fallback={facts}>
              <Peek key={definition.rowId(row)} row={row}>
                {facts}
              </Peek>
            </Suspense>
          ) : (
            facts
          )}
        </div>
        <footer className={styles['keys']}>
          <span>
            {place !== null && count
              ? t('listing.peek.place', { place: intl.formatNumber(place), total: countFigure(count, locale) })
              : null}
          </span>
          <KeyHint keys={['↑', '↓']} word={t('listing.peek.next')} />
          <KeyHint keys={['Space']} word={t('common.action.close')} />
        </footer>
      </aside>
    </>
  );
}

interface RowFactsProps<Row> {
  readonly columns: readonly ListColumn<Row>[];
  readonly row: Row;
  readonly formats: CellFormats;
}

/** The columns of the row, also those that the list hides. */
function RowFacts<Row>({ columns, row, formats }: RowFactsProps<Row>) {
  return (
    <dl className={styles['facts']}>
      {columns.map(({ key, headerKey, render }) => (
        <div key={key}>
          <dt>{formats.t(headerKey)}</dt>
          <dd>{render(row, formats)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The line of keys below the grid while the pane is open. */
function PeekKeys({ isSelectable, canEdit }: { readonly isSelectable: boolean; readonly canEdit: boolean }) {
  const { t } = useMessages();
  return (
    <div className={styles['keys']} role="note" aria-label={t('listing.peek.keys')}>
      <KeyHint keys={['↑', '↓']} word={t('listing.peek.move')} />
      <KeyHint keys={['Enter']} word={t('listing.peek.open')} />
      {isSelectable ? <KeyHint keys={['x']} word={t('listing.peek.select')} /> : null}
      {canEdit ? <KeyHint keys={['e']} word={t('listing.peek.edit')} /> : null}
      <KeyHint keys={['.']} word={t('listing.peek.actions')} />
      <KeyHint keys={['?']} word={t('listing.peek.all')} />
    </div>
  );
}

function KeyHint({ keys, word }: { readonly keys: readonly string[]; readonly word: string }) {
  return (
    <span className={styles['hint']}>
      <span dir="ltr">
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </span>
      {word}
    </span>
  );
}
