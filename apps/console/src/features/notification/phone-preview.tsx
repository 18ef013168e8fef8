import { NOTIFICATION_PICTURE } from '@backcounter/domain';
import { directionOf } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { IconBellFilled, IconMoon, IconPhoto, IconSun } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { dateFormat, languageName } from '../../lib/format/formats.ts';
import styles from './phone-preview.module.css';

/** Content of the preview. */
export interface PhoneContent {
  readonly title: string;
  readonly body: string;
  readonly imageUrl: string | null;
}

interface PhonePreviewProps {
  readonly content: PhoneContent;
  /** Language of the texts. Sets the writing direction and the phone's own texts. */
  readonly language: string;
  /** The texts are the English ones, as this language has none. */
  readonly isFallback: boolean;
  /** Choice of an account whose values are shown. */
  readonly choice?: ReactNode;
}

const PLATFORMS = ['IOS', 'ANDROID'] as const;
type Platform = (typeof PLATFORMS)[number];

/** A notification on the lock screen of an iPhone or Android phone, light or dark, in one language. */
export function PhonePreview({ content, language, isFallback, choice = null }: PhonePreviewProps) {
  const { t, locale } = useMessages();
  const [platform, setPlatform] = useState<Platform>('IOS');
  const [isDark, setDark] = useState(false);
  const name = languageName(language.split('-', 1)[0] ?? language, locale);
  return (
    <section className={styles['preview']} aria-label={t('notification.preview.label')}>
      <header>
        <h2 className="bc-grow">{t('notification.preview.label')}</h2>
        <Cells
          label={t('notification.preview.phone')}
          value={platform}
          onChange={setPlatform}
          cells={PLATFORMS.map((value) => ({ value, words: t(`notification.preview.${value}`) }))}
        />
        <Cells
          label={t('notification.preview.colours')}
          value={isDark ? 'dark' : 'light'}
          onChange={(value) => setDark(value === 'dark')}
          cells={[
            {
              value: 'light',
              words: t('notification.preview.light'),
              icon: <IconSun size={14} stroke={1.75} aria-hidden />,
            },
            {
              value: 'dark',
              words: t('notification.preview.dark'),
              icon: <IconMoon size={14} stroke={1.75} aria-hidden />,
            },
          ]}
        />
      </header>
      {choice}
      <div
        className={styles['phone']}
        data-phone
        data-platform={platform}
        data-mode={isDark ? 'dark' : 'light'}
        dir={directionOf(language)}
        lang={language}
      >
        <div className={styles['screen']}>
          <span className={styles['camera']} />
          <LockClock language={language} />
          <Banner content={content} platform={platform} language={language} />
          <span className={styles['bar']} />
        </div>
      </div>
      <p>
        {isFallback
          ? t('notification.preview.fallback', { language: name ?? language })
          : t('notification.preview.language', { language: name ?? language })}
      </p>
    </section>
  );
}

interface CellsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Options; one with an icon keeps its label for screen readers. */
  readonly cells: readonly { readonly value: Value; readonly words: string; readonly icon?: ReactNode }[];
}

/** A segmented choice. */
function Cells<Value extends string>({ label, value, onChange, cells }: CellsProps<Value>) {
  const group = useId();
  return (
    <fieldset className={styles['cells']}>
      <legend className="bc-sr-only">{label}</legend>
      {cells.map((cell) => (
        <label key={cell.value}>
          <input
            type="radio"
            name={group}
            className="bc-sr-only"
            checked={cell.value === value}
            onChange={() => onChange(cell.value)}
          />
          {cell.icon ?? null}
          <span className={cell.icon ? 'bc-sr-only' : undefined}>{cell.words}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Date and time in the format of the phone's language. */
function LockClock({ language }: { readonly language: string }) {
  const now = new Date();
  return (
    <div className={styles['clock']} aria-hidden="true">
      <span>{dateFormat(language, { weekday: 'long', day: 'numeric', month: 'long' }).format(now)}</span>
      <b>{dateFormat(language, { hour: 'numeric', minute: '2-digit', hourCycle: 'h23' }).format(now)}</b>
    </div>
  );
}

interface BannerProps {
  readonly content: PhoneContent;
  readonly platform: Platform;
  readonly language: string;
}

function Banner({ content, platform, language }: BannerProps) {
  const { t } = useMessages();
  const when = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'second');
  const about = (
    <small aria-hidden="true">
      <span>{t('notification.preview.app')}</span> · <span>{when}</span>
    </small>
  );
  return (
    <div className={styles['banner']}>
      <span className={styles['app']} aria-hidden="true">
        <IconBellFilled size={platform === 'IOS' ? 20 : 13} />
      </span>
      <div className={styles['text']}>
        {platform === 'ANDROID' ? about : null}
        <b className="bc-strong bc-cut" data-empty={content.title === '' || undefined}>
          {content.title || t('notification.field.titleI18n')}
        </b>
        {platform === 'IOS' ? about : null}
      </div>
      {content.imageUrl === null ? null : (
        <span className={styles['image']} aria-hidden="true">
          {/* Otherwise a placeholder: the console loads no pictures from other hosts. */}
          {NOTIFICATION_PICTURE.test(content.imageUrl) ? (
            <img src={content.imageUrl} alt="" />
          ) : (
            <IconPhoto size={28} stroke={1.5} />
          )}
        </span>
      )}
      <p data-empty={content.body === '' || undefined}>{content.body || t('notification.field.bodyI18n')}</p>
    </div>
  );
}
