import type { DrawCheck } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import {
  IconCircleCheck,
  IconCircleX,
  IconDownload,
  IconFileUpload,
  IconLoader2,
  IconRefresh,
  IconShieldCheck,
  IconShieldQuestion,
  IconShieldX,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { request } from '../../../lib/api/graphql-client.ts';
import { RequestError } from '../../../lib/api/request-error.ts';
import { useFileDrop } from '../../../lib/files/use-file-drop.ts';
import { hoursOf } from '../../../lib/format/dates.ts';
import { dateFormat, formatNumber } from '../../../lib/format/formats.ts';
import styles from './proof.module.css';
import { proofFileQuery } from './proof.operations.ts';
import type { ProofRecord } from './use-proof.ts';
import { type ProofCheckState, useProofCheck } from './use-proof-check.ts';

/** A duration: "0.1 ms", "412 ms", "1.24 s". */
function tookWords(durationMs: number, locale: string): string {
  const isLong = durationMs >= 1_000;
  return formatNumber(isLong ? durationMs / 1_000 : durationMs, locale, {
    style: 'unit',
    unit: isLong ? 'second' : 'millisecond',
    maximumFractionDigits: isLong ? 2 : durationMs < 10 ? 1 : 0,
  });
}

/** A local time of day to the second: "14:32:08". */
function clockWords(instant: string, locale: string): string {
  return dateFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    ...hoursOf(locale),
  }).format(new Date(instant));
}

const ICONS = {
  broken: IconShieldX,
  intact: IconShieldCheck,
  unknown: IconShieldQuestion,
  verifying: IconLoader2,
} as const;

/** Verifies the draw in this browser, from this server's file or a dropped one, and shows the result of each check. */
export function ProofVerify({ proof }: { readonly proof: ProofRecord }) {
  const { t } = useMessages();
  const { state, verify, verifyFile } = useProofCheck(proof);
  const chooser = useRef<HTMLInputElement>(null);
  const face = faceOf(state);
  const Icon = ICONS[face];
  const isBusy = face === 'verifying';
  const take = (file: File | undefined) => {
    if (file && !isBusy) void verifyFile(file);
  };
  const drop = useFileDrop(take);
  return (
    <section
      className={`bc-record-card ${styles['verify']}`}
      data-face={face}
      aria-label={t('proof.verify.title')}
      {...drop}
    >
      <div className={styles['verdict']} role="status">
        <span className={styles['shield']}>
          <Icon size={22} stroke={1.75} aria-hidden />
        </span>
        <div>
          <h2>{t(`proof.verify.${face}`)}</h2>
          <p>
            <Summary state={state} proof={proof} />
          </p>
        </div>
      </div>
      {state.phase === 'fetching' || state.phase === 'computing' ? (
        <Progress value={state.share * 100} size="sm" aria-label={t(`proof.verify.${state.phase}`)} />
      ) : null}
      {state.phase === 'done' ? <CheckList checks={state.result.checks} /> : null}
      <div className={styles['buttons']}>
        {proof.file ? (
          <>
            <Button
              size="sm"
              variant={state.phase === 'done' ? 'default' : 'filled'}
              aria-disabled={isBusy}
              leftSection={
                state.phase === 'done' ? (
                  <IconRefresh size={16} stroke={1.75} />
                ) : (
                  <IconShieldCheck size={16} stroke={1.75} />
                )
              }
              onClick={() => {
                if (!isBusy) void verify();
              }}
            >
              {t(state.phase === 'done' ? 'proof.verify.again' : 'proof.verify.here')}
            </Button>
            <Button
              size="sm"
              variant="default"
              leftSection={<IconDownload size={16} stroke={1.75} />}
              onClick={() => void download(proof.giveawayId)}
            >
              {t('proof.download')}
            </Button>
          </>
        ) : null}
        <Button
          size="sm"
          variant="default"
          aria-disabled={isBusy}
          leftSection={<IconFileUpload size={16} stroke={1.75} />}
          onClick={() => {
            if (!isBusy) chooser.current?.click();
          }}
        >
          {t('proof.verify.choose')}
        </Button>
        <input
          ref={chooser}
          type="file"
          accept=".json,application/json"
          hidden
          aria-label={t('proof.verify.choose')}
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            // Allows choosing the same file again.
            event.currentTarget.value = '';
          }}
        />
      </div>
    </section>
  );
}

function faceOf(state: ProofCheckState): keyof typeof ICONS {
  if (state.phase === 'fetching' || state.phase === 'computing') return 'verifying';
  if (state.phase !== 'done') return 'unknown';
  return state.result.isVerified ? 'intact' : 'broken';
}

function Summary({ state, proof }: { readonly state: ProofCheckState; readonly proof: ProofRecord }) {
  const { t, locale } = useMessages();
  if (state.phase === 'idle') return t(proof.file ? 'proof.verify.idle' : 'proof.verify.not-yet');
  if (state.phase === 'failed') return t(`proof.verify.failed-${state.why}`);
  if (state.phase !== 'done') return t(`proof.verify.${state.phase}`);
  const { result, at, fileName } = state;
  return (
    <>
      {t('proof.verify.recomputed', {
        leaves: t('proof.leaves', { count: result.entries }),
        positions: t('proof.positions', { count: result.positions }),
        time: tookWords(result.durationMs, locale),
        clock: clockWords(at, locale),
      })}
      {fileName === null ? null : (
        <>
          {' '}
          {t('proof.verify.file')} <bdi>{fileName}</bdi>.
        </>
      )}
      {result.isOfThis || result.code === null ? null : (
        <>
          {' '}
          {t('proof.verify.other')} <bdi dir="ltr">{result.code}</bdi>.
        </>
      )}
    </>
  );
}

/** Below this, a duration is not worth showing. */
const SHOWN_MS = 0.05;

function CheckList({ checks }: { readonly checks: readonly DrawCheck[] }) {
  const { t, locale } = useMessages();
  return (
    <ul className={styles['checks']}>
      {checks.map(({ name, isPassed, durationMs }) => (
        <li key={name} data-passed={isPassed}>
          {isPassed ? (
            <IconCircleCheck size={16} stroke={1.75} aria-hidden />
          ) : (
            <IconCircleX size={16} stroke={1.75} aria-hidden />
          )}
          <span>
            <span className="bc-sr-only">{t(isPassed ? 'proof.check.passed' : 'proof.check.failed')} </span>
            {t(`proof.check.${name}`)}
          </span>
          <span>
            {isPassed ? (durationMs < SHOWN_MS ? null : tookWords(durationMs, locale)) : t('proof.check.failed')}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Links expire after five minutes, so each click creates one. */
async function download(id: string): Promise<void> {
  try {
    const { giveawayProof } = await request(proofFileQuery, { id });
    const url = giveawayProof?.file?.url;
    if (url) window.location.assign(url);
  } catch (error) {
    // The client has shown a toast.
    if (!(error instanceof RequestError)) throw error;
  }
}
