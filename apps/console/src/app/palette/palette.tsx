import { LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { CloseButton, Modal } from '@mantine/core';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { FEATURE_ROUTES } from '../../features/index.ts';
import { errorKeyOf } from '../../lib/api/error-text.ts';
import type { Range } from '../../lib/format/matched-text.ts';
import { useAfterReturn, useFocusReturn } from '../../lib/page/focus-return.ts';
import { useIsPhone } from '../../lib/page/use-phone.ts';
import { modKeyName } from '../keys/shortcut-keys.ts';
import type { ShellLayer } from '../layout/shell-layer.ts';
import { foundEntries, foundFirst } from './found-entries.ts';
import styles from './palette.module.css';
import type { PaletteEntry } from './palette-entry.ts';
import { paletteMove } from './palette-keys.ts';
import { PaletteLine } from './palette-line.tsx';
import { rank } from './palette-rank.ts';
import { arrangeSections, paletteSections } from './palette-sections.ts';
import { useFinderHints } from './use-finder-hints.ts';
import { type RecordSearch, useFoundRecords } from './use-found-records.ts';
import { type PaletteEntries, usePaletteEntries } from './use-palette-entries.ts';

interface PaletteProps {
  readonly onClose: () => void;
  readonly onOpen: (layer: ShellLayer) => void;
}

interface Section {
  readonly key: string;
  readonly title: string;
  readonly note: string;
  readonly isStale: boolean;
  readonly lines: readonly { readonly entry: PaletteEntry; readonly ranges: readonly Range[] }[];
}

/** Searches pages, records by any key, and actions. Full screen on a phone. */
export function Palette({ onClose, onOpen }: PaletteProps) {
  const { t } = useMessages();
  const router = useRouter();
  const id = useId();
  const isPhone = useIsPhone();
  const [text, setText] = useState('');
  const [activeId, setActiveId] = useState<string | null>(null);
  /** Enter was pressed before the answer to this text arrived. */
  const [isEntered, setEntered] = useState(false);
  useFocusReturn();
  const afterReturn = useAfterReturn();
  const search = useFoundRecords(text);
  const sections = useSections(text, usePaletteEntries(onOpen), search);

  const options = sections.filter(({ isStale }) => !isStale).flatMap(({ lines }) => lines.map(({ entry }) => entry));
  const active =
    options.length === 0
      ? -1
      : Math.max(
          0,
          options.findIndex((entry) => entry.id === activeId),
        );
  const optionId = (entry: PaletteEntry | undefined) => (entry ? `${id}-${entry.id}` : undefined);

  const choose = ({ deed, whyNot }: PaletteEntry, inNewTab: boolean) => {
    if (whyNot !== null) return;
    if (deed.kind === 'stay') {
      deed.run();
      return;
    }
    onClose();
    if (deed.kind === 'leave' || (deed.kind === 'go' && inNewTab)) window.open(deed.href, '_blank', 'noopener');
    else if (deed.kind === 'go') afterReturn(() => void router.navigate({ href: deed.href }));
    else afterReturn(deed.run);
  };

  const onAnswer = useEffectEvent(() => {
    setEntered(false);
    const [first] = options;
    // Several records of the same name: the person has to choose.
    const isOne = options.length === 1 || search.groups.some(({ found }) => found?.isExact);
    if (first && isOne) choose(first, false);
  });
  useEffect(() => {
    if (isEntered && !search.isPending) onAnswer();
  }, [isEntered, search.isPending]);

  const onKeyDown = (event: KeyboardEvent) => {
    // An active input method uses arrows, Enter and Escape itself.
    if (event.nativeEvent.isComposing) return;
    const move = paletteMove(active, options.length, event);
    if (!move) return;
    event.preventDefault();
    if (move.kind === 'activate') setActiveId(options[move.index]?.id ?? null);
    else if (event.repeat) return;
    else {
      const option = options[active];
      if (option) choose(option, move.inNewTab);
      else if (search.isPending) {
        search.ask();
        setEntered(true);
      }
    }
  };

  const isNothing = text.trim() !== '' && options.length === 0 && !search.isPending;
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={640}
      fullScreen={isPhone}
      yOffset="10dvh"
      classNames={{ content: styles['palette'] }}
      padding={0}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('palette.title')} aria-describedby={undefined}>
        <div className={styles['field']}>
          <IconSearch size={18} stroke={1.75} aria-hidden />
          <input
            role="combobox"
            aria-label={t('palette.field.label')}
            aria-autocomplete="list"
            aria-expanded
            aria-controls={`${id}-list`}
            aria-activedescendant={optionId(options[active])}
            data-autofocus
            dir="auto"
            placeholder={t('palette.field.placeholder')}
            maxLength={LIMITS.searchMaxLength}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setActiveId(null);
              setEntered(false);
            }}
            onKeyDown={onKeyDown}
          />
          <CloseButton size={isPhone ? 44 : 'md'} aria-label={t('common.action.close')} onClick={onClose} />
        </div>
        {text === '' ? <Hints /> : null}
        <div className={styles['list']} id={`${id}-list`} role="listbox" aria-label={t('palette.list.label')}>
          {sections.map((section) => (
            // biome-ignore lint/a11y/useSemanticElements: a listbox contains groups, not fieldsets
            <div
              key={section.key}
              role="group"
              aria-labelledby={`${id}-head-${section.key}`}
              data-stale={section.isStale || undefined}
            >
              <div className={styles['head']} role="presentation" id={`${id}-head-${section.key}`}>
                <span>{section.title}</span>
                <span>{section.note}</span>
              </div>
              {section.lines.map(({ entry, ranges }) => (
                <PaletteLine
                  key={entry.id}
                  id={`${id}-${entry.id}`}
                  entry={section.isStale ? { ...entry, whyNot: entry.detail } : entry}
                  ranges={ranges}
                  isActive={!section.isStale && entry.id === options[active]?.id}
                  onPoint={() => section.isStale || setActiveId(entry.id)}
                  onChoose={(inNewTab) => section.isStale || choose(entry, inNewTab)}
                />
              ))}
            </div>
          ))}
        </div>
        <p
          className={styles['state']}
          role="status"
          data-shown={isNothing || (search.isPending && sections.length === 0) || undefined}
        >
          {search.isPending
            ? t('palette.state.pending')
            : isNothing
              ? t('palette.state.none', { text: text.trim() })
              : t('palette.state.count', { count: options.length })}
        </p>
        <KeyHints />
      </Modal.Content>
    </Modal.Root>
  );
}

/** The matches of the text: pages and actions immediately, records below them on arrival, so that nothing shifts. */
function useSections(text: string, entries: PaletteEntries, search: RecordSearch): readonly Section[] {
  const { t } = useMessages();
  const known = paletteSections(text, entries).map(({ group, ...section }) => ({
    ...section,
    key: group,
    title: t(`palette.group.${group}`),
    note: '',
    isStale: false,
  }));
  const isElsewhere =
    known.some(({ isMistyped }) => !isMistyped) ||
    search.groups.some(({ found }) => found?.records.some(({ isSimilar }) => isSimilar !== true));
  const found = foundFirst(text, search.groups, isElsewhere).map((group) => {
    const matchKey = group.found?.matchKey ?? null;
    return {
      key: `found-${group.path}`,
      title: t(FEATURE_ROUTES[group.path].titleKey),
      note: group.error ? t(errorKeyOf(group.error)) : matchKey ? t(matchKey) : '',
      isStale: group.isStale && !group.error,
      lines: foundEntries(group, t).map((entry) => ({
        entry,
        ranges: entry.deed.kind === 'go' ? (rank(text, entry.title)?.ranges ?? []) : [],
      })),
    };
  });
  return arrangeSections(known, found, search.isPending).filter(
    ({ lines, note, isStale }) => lines.length > 0 || (note !== '' && !isStale),
  );
}

/** Before a search: the searchable records and their keys. */
function Hints() {
  const { t } = useMessages();
  const hints = useFinderHints();
  return hints.length === 0 ? null : (
    <dl className={styles['hints']}>
      {hints.map(({ pageKey, hintKey }) => (
        <div key={pageKey}>
          <dt>{t(pageKey)}</dt>
          <dd>{t(hintKey)}</dd>
        </div>
      ))}
    </dl>
  );
}

function KeyHints() {
  const { t } = useMessages();
  const hints: readonly (readonly [keys: ReactNode, word: string])[] = [
    [<kbd key="arrows">↑ ↓</kbd>, t('palette.key.move')],
    [<kbd key="enter">Enter</kbd>, t('palette.key.choose')],
    [<kbd key="mod">{modKeyName()} Enter</kbd>, t('palette.key.new-tab')],
    [<kbd key="escape">Esc</kbd>, t('palette.key.close')],
  ];
  return (
    <div className={styles['foot']} aria-hidden>
      {hints.map(([keys, word]) => (
        <span key={word}>
          {keys} {word}
        </span>
      ))}
    </div>
  );
}
