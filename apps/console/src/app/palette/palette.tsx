import { LIMITS } from '@backcounter/domain';
import { type Translate, useMessages } from '@backcounter/i18n/react';
import { ActionIcon, CloseButton, FileButton, Modal } from '@mantine/core';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import type { MessageKey } from '@backcounter/i18n';
import { IconArrowRight, IconFileSpreadsheet, IconRefresh, IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { FEATURE_ROUTES, type FeatureRoute } from '../../features/index.ts';
import { errorKeyOf } from '../../lib/api/error-text.ts';
import { useFileDrop } from '../../lib/files/use-file-drop.ts';
import type { Range } from '../../lib/format/matched-text.ts';
import { bestEffort } from '../../lib/page/best-effort.ts';
import { useAfterReturn, useFocusReturn } from '../../lib/page/focus-return.ts';
import { useIsPhone } from '../../lib/page/use-phone.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { modKeyName } from '../keys/shortcut-keys.ts';
import type { ShellLayer } from '../layout/shell-layer.ts';
import styles from './palette.module.css';
import { type PaletteEntry, PLAIN } from './palette-entry.ts';
import { paletteMove } from './palette-keys.ts';
import { PaletteLine } from './palette-line.tsx';
import { rank, startScore } from './palette-rank.ts';
import { arrangeSections, paletteSections } from './palette-sections.ts';
import { type FoundGroup, findersFor, type RecordSearch, useFoundRecords } from './use-found-records.ts';
import { type PaletteEntries, usePaletteEntries } from './use-palette-entries.ts';
import { usePalettePaste } from './use-palette-paste.ts';

interface FinderHint {
  readonly pageKey: MessageKey;
  readonly hintKey: MessageKey;
}

/** The searchable records, and the keys by which this person may search them. */
function useFinderHints(): readonly FinderHint[] {
  const [hints, setHints] = useState<readonly FinderHint[]>([]);
  useEffect(() => {
    let isGone = false;
    void bestEffort('Hints of the palette', async () => {
      const roles = currentRoles();
      const found = await Promise.all(
        findersFor(roles).map(async ({ path, load }) => ({
          pageKey: FEATURE_ROUTES[path].titleKey,
          hintKey: (await load()).hintKey(roles),
        })),
      );
      if (!isGone) setHints(found.flatMap(({ pageKey, hintKey }) => (hintKey === null ? [] : [{ pageKey, hintKey }])));
    });
    return () => {
      isGone = true;
    };
  }, []);
  return hints;
}

/**
 * Kinds of records whose titles are or begin with the text come first. Similar records are skipped if there are other
 * matches.
 */
function foundFirst(text: string, groups: readonly FoundGroup[], isElsewhere: boolean): readonly FoundGroup[] {
  const scoreOf = ({ found }: FoundGroup) =>
    Math.max(0, ...(found?.records ?? []).map(({ title }) => startScore(text, title)));
  return groups
    .map((group) => {
      const records = group.found?.records.filter(({ isSimilar }) => isSimilar !== true) ?? [];
      if (!isElsewhere || group.found === null || records.length === group.found.records.length) return group;
      const isLeft = records.length > 0;
      return {
        ...group,
        found: { ...group.found, records, hasMore: isLeft, matchKey: isLeft ? group.found.matchKey : null },
      };
    })
    .sort((a, b) => scoreOf(b) - scoreOf(a));
}

/** The entries of one kind of records: the matches, a link to the list with all of them, or Retry. */
function foundEntries(group: FoundGroup, t: Translate): readonly PaletteEntry[] {
  const { path, text, found, error, retry } = group;
  const { titleKey, nav }: FeatureRoute = FEATURE_ROUTES[path];
  if (error) {
    const title = t('common.action.retry');
    return [{ ...PLAIN, id: `retry-${path}`, title, icon: IconRefresh, deed: { kind: 'stay', run: retry } }];
  }
  const records = (found?.records ?? []).map(({ href, title, detail, face }) => ({
    ...PLAIN,
    id: `found-${href}`,
    title,
    detail,
    icon: nav?.icon ?? null,
    face,
    deed: { kind: 'go', href } as const,
  }));
  if (!found?.hasMore) return records;
  const title = t('palette.found.all', { page: t(titleKey) });
  const href = `${path}?q=${encodeURIComponent(text)}`;
  return [...records, { ...PLAIN, id: `all-${path}`, title, icon: IconArrowRight, deed: { kind: 'go', href } }];
}

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
  const found = useSections(text, usePaletteEntries(onOpen), search);
  const pasted = usePalettePaste((href) => {
    onClose();
    afterReturn(() => void router.navigate({ href }));
  });
  const { takeFile } = pasted;
  const drop = useFileDrop((file) => void takeFile?.(file));
  const sections = pasted.section ? [pasted.section] : found;

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
        <div className={styles['field']} {...drop}>
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
              pasted.clear();
              setText(event.currentTarget.value);
              setActiveId(null);
              setEntered(false);
            }}
            onPaste={(event) => {
              if (!pasted.take(event.clipboardData.getData('text'))) return;
              event.preventDefault();
              setText('');
              setActiveId(null);
            }}
            onKeyDown={onKeyDown}
          />
          {takeFile ? (
            <FileButton accept=".csv,.tsv,.txt,.xlsx" onChange={(file) => file && void takeFile(file)}>
              {(props) => (
                <ActionIcon {...props} variant="subtle" color="gray" aria-label={t('palette.pasted.file')}>
                  <IconFileSpreadsheet size={18} stroke={1.75} aria-hidden />
                </ActionIcon>
              )}
            </FileButton>
          ) : null}
          <CloseButton size={isPhone ? 44 : 'md'} aria-label={t('common.action.close')} onClick={onClose} />
        </div>
        {text === '' && !pasted.section ? <Hints /> : null}
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
