import { messageParts } from '@backcounter/i18n/preview';
import { useMessages } from '@backcounter/i18n/react';
import { diffWordsWithSpace } from 'diff';
import type { MessageRecord } from '../language/use-translation-language.ts';
import styles from './message-editor.module.css';

/**
 * The English text, with the parts marked that a translation must keep; for a stale text also the changes since its
 * translation.
 */
export function MessageSource({ message }: { readonly message: MessageRecord }) {
  const { t } = useMessages();
  const { source, translatedFrom } = message;
  const isOther = translatedFrom != null && translatedFrom !== source;
  return (
    <section className={styles['source']} aria-label={t('translation.field.source')}>
      <h3>{t('translation.field.source')}</h3>
      <p lang="en" dir="ltr">
        <MessageText text={source} />
      </p>
      {isOther ? (
        <>
          <h3>{t('translation.editor.changed')}</h3>
          <p lang="en" dir="ltr" className={styles['diff']}>
            {diffWordsWithSpace(translatedFrom, source).map(({ value, added, removed }, index) => {
              const key = `${index} ${value}`;
              if (removed) return <del key={key}>{value}</del>;
              return added ? <ins key={key}>{value}</ins> : <span key={key}>{value}</span>;
            })}
          </p>
        </>
      ) : null}
    </section>
  );
}

/** A message's source, with placeholders, tags and choices marked. */
export function MessageText({ text }: { readonly text: string }) {
  return messageParts(text).map((part, index) => {
    const key = `${index} ${part.text}`;
    return part.kind === 'text' ? (
      <span key={key}>{part.text}</span>
    ) : (
      <code key={key} data-kind={part.kind}>
        {part.text}
      </code>
    );
  });
}
