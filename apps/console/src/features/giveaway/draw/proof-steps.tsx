import { useMessages } from '@backcounter/i18n/react';
import { IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { CopyChip } from '../../../lib/format/copy-chip.tsx';
import { ledgerWords, placeOfZone } from '../../../lib/format/zoned-words.ts';
import { RecordCard } from '../../../records/record-page.tsx';
import styles from './proof.module.css';
import type { ProofRecord } from './use-proof.ts';

type HashField = 'seedCommitment' | 'rulesHash' | 'root' | 'seed' | 'key';

interface Step {
  readonly name: 'commit' | 'freeze' | 'reveal' | 'derive';
  readonly isDone: boolean;
  /** Time of the step, past or planned. */
  readonly at: string;
  readonly hashes: readonly HashField[];
}

/** The steps of the draw in order: the data published by each, and the conclusion it allows. */
export function ProofSteps({ proof }: { readonly proof: ProofRecord }) {
  const { t, locale, figure } = useMessages();
  const { entries, tickets, timezone } = proof;
  const drawnAt = proof.drawnAt ?? proof.drawAt;
  const isDrawn = proof.drawnAt != null;
  const all: Step[] = [
    { name: 'commit', isDone: true, at: proof.publishedAt, hashes: ['seedCommitment', 'rulesHash'] },
    { name: 'freeze', isDone: proof.frozenAt != null, at: proof.frozenAt ?? proof.closesAt, hashes: ['root'] },
    { name: 'reveal', isDone: isDrawn, at: drawnAt, hashes: ['seed'] },
    { name: 'derive', isDone: isDrawn, at: drawnAt, hashes: ['key'] },
  ];
  // Without entries there is no draw.
  const steps = entries === 0 ? all.slice(0, 2) : all;
  return (
    <RecordCard
      title={t('proof.title')}
      action={
        <span className={styles['algorithm']}>
          {t('proof.algorithm')} <code dir="ltr">{proof.algorithm}</code>
        </span>
      }
    >
      <ol className={styles['steps']}>
        {steps.map(({ name, isDone, at, hashes }, index) => (
          <li key={name} data-done={isDone || undefined}>
            <span className={styles['mark']} aria-hidden>
              {isDone ? <IconCheck size={16} stroke={2} /> : figure(index + 1)}
            </span>
            <div>
              <header>
                <h3>{t('proof.step.title', { number: figure(index + 1), title: t(`proof.step.${name}`) })}</h3>
                <span className={styles['when']}>
                  {isDone ? null : `${t('proof.step.due')} `}
                  <time dateTime={at}>{ledgerWords(at, timezone, locale)}</time>
                </span>
              </header>
              <p>{t(isDone ? `proof.step.${name}-done` : `proof.step.${name}-due`)}</p>
              {name === 'freeze' && entries != null && tickets != null ? (
                <p className={styles['counts']}>
                  {entries === 0
                    ? t('proof.nobody')
                    : t('giveaway.fact.entries', {
                        entries: t('giveaway.figure.entries', { count: entries }),
                        tickets: t('giveaway.figure.tickets', { count: tickets }),
                      })}
                </p>
              ) : null}
              <dl className={styles['hashes']}>
                {hashes.map((field) =>
                  proof[field] == null ? null : <Hash key={field} field={field} value={proof[field]} />,
                )}
              </dl>
            </div>
          </li>
        ))}
      </ol>
      <footer className={styles['limits']}>
        <IconInfoCircle size={16} stroke={1.75} aria-hidden />
        <p>
          {t('proof.limits')} {t('proof.zone', { zone: placeOfZone(timezone) })}
        </p>
      </footer>
    </RecordCard>
  );
}

function Hash({ field, value }: { readonly field: HashField; readonly value: string }) {
  const { t } = useMessages();
  const name = t(`proof.field.${field}`);
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <CopyChip value={value} name={name} />
      </dd>
    </div>
  );
}
