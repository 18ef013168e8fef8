import { useMessages } from '@backcounter/i18n/react';
import { Menu } from '@backcounter/ui';
import { ActionIcon } from '@mantine/core';
import '@mantine/core/styles/Menu.layer.css';
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { formatList, namesIn } from '../../lib/format/formats.ts';
import { languageByKey, ownName, useTextLanguages } from '../../records/form/text-languages.ts';
import type { NotificationValues } from './form/notification-form-values.ts';
import styles from './notification-languages.module.css';
import { hasText, languageStanding } from './notification-languages.ts';

const MARKS = {
  complete: { icon: IconCircleCheck, tone: 'positive' },
  partial: { icon: IconAlertTriangle, tone: 'warning' },
  empty: { icon: IconCircleDashed, tone: undefined },
} as const;

/** Languages to show: English, those of the console, and others with a text. */
export function useContentLanguages(values: NotificationValues): readonly string[] {
  const written = Object.keys(values).flatMap((field) => {
    const [root, tag] = field.split('.');
    return (root === 'titleI18n' || root === 'bodyI18n') && tag !== undefined && hasText(values, tag) ? [tag] : [];
  });
  return useTextLanguages(written);
}

interface LanguageTabsProps {
  readonly values: NotificationValues;
  readonly languages: readonly string[];
  readonly language: string;
  readonly panelId: string;
  readonly onLanguage: (language: string) => void;
}

/** One tab per language, with its missing texts; arrow keys move between them. */
export function LanguageTabs({ values, languages, language, panelId, onLanguage }: LanguageTabsProps) {
  const { t, dir } = useMessages();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = languageByKey(event, languages, language, dir);
    if (next === undefined) return;
    event.preventDefault();
    onLanguage(next);
    list.current?.querySelector<HTMLElement>(`[data-language="${next}"]`)?.focus();
  };
  return (
    <div
      ref={list}
      className={styles['languages']}
      role="tablist"
      aria-label={t('notification.language.label')}
      onKeyDown={onKeyDown}
    >
      {languages.map((tag) => {
        const standing = languageStanding(values, tag);
        const { icon: Icon, tone } = MARKS[standing];
        return (
          <button
            key={tag}
            type="button"
            role="tab"
            data-language={tag}
            aria-selected={tag === language}
            aria-controls={panelId}
            tabIndex={tag === language ? 0 : -1}
            onClick={() => onLanguage(tag)}
          >
            <span lang={tag}>{ownName(tag)}</span>
            <Icon size={16} stroke={1.75} aria-hidden data-tone={tone} />
            <span className="bc-sr-only">{t(`notification.language.${standing}`)}</span>
          </button>
        );
      })}
    </div>
  );
}

/** Names of languages in the reader's language: "German and Arabic". */
export function languageWords(tags: readonly string[], locale: string): string {
  const names = namesIn(locale, { type: 'language' });
  const words = tags.map((tag) => names.of(tag.split('-', 1)[0] ?? tag) ?? tag);
  return formatList(words, locale, 'conjunction');
}

interface MoreLanguagesProps {
  readonly languages: readonly string[];
  readonly onAdd: (language: string) => void;
}

/** Common languages of accounts that the console does not have. */
const OTHERS = [
  'fr-FR',
  'es-ES',
  'pt-PT',
  'it-IT',
  'nl-NL',
  'pl-PL',
  'sv-SE',
  'da-DK',
  'ja-JP',
  'ko-KR',
  'tr-TR',
  'el-GR',
  'uk-UA',
];

/** Adds a language. */
export function MoreLanguages({ languages, onAdd }: MoreLanguagesProps) {
  const { t, locale } = useMessages();
  const names = namesIn(locale, { type: 'language' });
  const more = OTHERS.filter((tag) => !languages.includes(tag));
  if (more.length === 0) return null;
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" size={28} aria-label={t('notification.language.add')}>
          <IconPlus size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {more.map((tag) => (
          <Menu.Item key={tag} onClick={() => onAdd(tag)}>
            {names.of(tag.split('-', 1)[0] ?? tag)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
