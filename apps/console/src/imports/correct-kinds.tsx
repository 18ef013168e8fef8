import { IMPORT_LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ImportEntity } from '../generated/graphql.ts';
import styles from './correct.module.css';
import { fieldName, isFixedInFile, ruleWords } from './import-words.ts';
import { type Corrections, type Mistake, mistakeOf } from './use-corrections.ts';

interface CorrectKindsProps {
  readonly entity: ImportEntity;
  readonly model: Corrections;
  readonly isBusy: boolean;
}

/** Kinds of mistakes, the largest first, each with its remedy for all of its rows. */
export function CorrectKinds({ entity, model, isBusy }: CorrectKindsProps) {
  const { t } = useMessages();
  return (
    <ul className={styles['kinds']} aria-label={t('import.correct.kinds')}>
      {model.mistakes.map((mistake, index) => (
        <Kind
          key={`${mistake.problem.field} ${mistake.problem.rule} ${mistake.values[0]?.value}`}
          entity={entity}
          mistake={mistake}
          isFirst={index === 0}
          model={model}
          isBusy={isBusy}
        />
      ))}
    </ul>
  );
}

interface KindProps extends CorrectKindsProps {
  readonly mistake: Mistake;
  readonly isFirst: boolean;
}

function Kind({ entity, mistake, model, isBusy, isFirst }: KindProps) {
  const messages = useMessages();
  const { t, intl } = messages;
  const { problem, rows, suggested, values } = mistake;
  const [first] = values;
  const [text, setText] = useState(first?.suggestion ?? '');
  const all = mistakeOf({ ...problem, value: null });
  const isShown = model.kind?.rule === all.rule && model.kind.field === all.field;
  const column = isFixedInFile(entity) ? null : (problem.at ?? null);
  const field = problem.field ? fieldName(entity, problem.field, messages) : t('import.correct.whole-row');
  const rule = ruleWords(problem.rule, problem.params, messages);
  return (
    <li data-shown={isShown || undefined}>
      <div className="bc-flex bc-gap-lg bc-top bc-between">
        <button
          type="button"
          className={styles['kind']}
          aria-pressed={isShown}
          aria-label={`${field}: ${rule}`}
          onClick={() => model.show('REFUSED', isShown ? null : all)}
        >
          {field}
        </button>
        <b className={styles['count']}>{intl.formatNumber(rows)}</b>
      </div>
      <p>{rule}</p>
      <p className="bc-small bc-muted">
        {values
          .slice(0, IMPORT_LIMITS.valuesShown)
          .filter(({ value }) => value !== '')
          .map(({ value, rows: count }) => t('import.correct.value-in', { value, count }))
          .join(' ')}{' '}
        {first?.suggestion ? t('import.correct.meant', { value: first.suggestion }) : null}
      </p>
      <div className={styles['remedy']}>
        {column !== null && first && (first.rows > 1 || first.suggestion) ? (
          <>
            <TextInput
              size="xs"
              aria-label={t('import.correct.instead', { value: first.value, field })}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <Button
              size="xs"
              variant={isShown || isFirst ? 'filled' : 'default'}
              disabled={isBusy || text === ''}
              onClick={() => void model.correct({ mistake: { ...all, value: first.value } }, column, text)}
            >
              {t('import.correct.apply', { count: first.rows })}
            </Button>
          </>
        ) : null}
        {column !== null && suggested > (first?.suggestion ? first.rows : 0) ? (
          <Button size="xs" disabled={isBusy} onClick={() => void model.correct({ mistake: all }, column, null)}>
            {t('import.correct.apply-suggested', { count: suggested })}
          </Button>
        ) : null}
        {column !== null && problem.rule !== 'required' ? (
          <Button size="xs" disabled={isBusy} onClick={() => void model.correct({ mistake: all }, column, '')}>
            {t('import.correct.empty', { count: rows })}
          </Button>
        ) : null}
        <Button size="xs" disabled={isBusy} onClick={() => void model.leaveOut({ mistake: all }, true)}>
          {t('import.correct.leave-out', { count: rows })}
        </Button>
      </div>
    </li>
  );
}
