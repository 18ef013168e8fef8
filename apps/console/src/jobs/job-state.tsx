import type { JobState } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { State, type StateProps } from '@backcounter/ui';
import { IconAlertTriangle, IconCircleCheck, IconHourglass, IconLoader2, IconX } from '@tabler/icons-react';
import type { JobViewFragment } from '../generated/graphql.ts';
import { outcomeSums, stateWords } from './job-words.ts';

const LOOKS: Readonly<Record<JobState, Pick<StateProps, 'tone' | 'icon'>>> = {
  QUEUED: { tone: 'neutral', icon: IconHourglass },
  RUNNING: { tone: 'info', icon: IconLoader2 },
  SUCCEEDED: { tone: 'positive', icon: IconCircleCheck },
  FAILED: { tone: 'negative', icon: IconAlertTriangle },
  CANCELED: { tone: 'neutral', icon: IconX },
};

type Shown = Pick<JobViewFragment, 'state' | 'isCancelRequested' | 'outcomes'>;

/** The state of a job: icon, word, then colour. A job with failed records is not simply done. */
export function JobStateMark({ job, variant = 'plain' }: { readonly job: Shown } & Pick<StateProps, 'variant'>) {
  const messages = useMessages();
  const hasFailures = job.state === 'SUCCEEDED' && outcomeSums(job.outcomes).FAILED > 0;
  const look = hasFailures ? { tone: 'warning' as const, icon: IconAlertTriangle } : LOOKS[job.state];
  const word = hasFailures ? messages.t('job.state.partly') : stateWords(job, messages);
  return <State {...look} word={word} variant={variant ?? 'plain'} />;
}
