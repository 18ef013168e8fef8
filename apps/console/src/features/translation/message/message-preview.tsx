import { directionOf } from '@backcounter/i18n';
import { type MessageSample, messageSamples } from '@backcounter/i18n/preview';
import { useMessages } from '@backcounter/i18n/react';
import { useMemo } from 'react';
import styles from './message-editor.module.css';

interface MessagePreviewProps {
  readonly text: string;
  readonly locale: string;
  /** Shows the English text, which readers see until there is a translation. */
  readonly isFallback: boolean;
}

/** The rendered text with example values: each plural form of the language once. */
export function MessagePreview({ text, locale, isFallback }: MessagePreviewProps) {
  const { t, figure } = useMessages();
  const spoken = isFallback ? 'en-US' : locale;
  const samples = useMemo((): readonly MessageSample[] | null => {
    try {
      return messageSamples(text, spoken);
    } catch (error) {
      // The field shows the problem.
      if (!(error instanceof Error)) throw error;
      return null;
    }
  }, [text, spoken]);
  return (
    <section className={styles['preview']} aria-label={t('translation.preview.title')}>
      <h3>{t(isFallback ? 'translation.preview.fallback' : 'translation.preview.title')}</h3>
      {samples === null ? (
        <p className="bc-form-hint">{t('translation.preview.broken')}</p>
      ) : (
        <ul className="bc-stack bc-gap-sm">
          {samples.map((sample) => (
            <li className="bc-stack" key={sample.forms.join(' ')}>
              {sample.forms.length > 0 ? (
                <small>
                  <bdi className="bc-code">{sample.forms.join(', ')}</bdi>
                  {sample.number === null ? null : ` · ${figure(sample.number)}`}
                </small>
              ) : null}
              <span lang={spoken} dir={directionOf(spoken)}>
                {sample.text}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
