import { may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { ActionIcon } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { type ComponentType, useEffect, useState } from 'react';
import { bestEffort } from '../../../lib/page/best-effort.ts';
import { startedJobs } from '../../../lib/page/started-jobs.ts';
import { session } from '../../../lib/settings/session.ts';
import { jobTrayCounts } from '../../job-tray-state.ts';
import { pageQuiet } from '../../page-quiet.ts';
import styles from './job-button.module.css';
import type { JobFollowerProps } from './job-follower.tsx';

interface JobButtonProps {
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

/** Loads the follower of the person's jobs after the first page, or when they start a job. */
function useFollower(): ComponentType<JobFollowerProps> | null {
  const router = useRouter();
  const queryClient = useQueryClient();
  const [follower, setFollower] = useState<ComponentType<JobFollowerProps> | null>(null);
  useEffect(() => {
    let isGone = false;
    const load = () =>
      bestEffort('Jobs', async () => {
        const { JobFollower } = await import('./job-follower.tsx');
        if (!isGone) setFollower(() => JobFollower);
      });
    const following = startedJobs.ids.subscribe(() => void load());
    void pageQuiet(router, queryClient).then(() => (isGone ? undefined : load()));
    return () => {
      isGone = true;
      following.unsubscribe();
    };
  }, [router, queryClient]);
  return follower;
}

/** Opens the tray of the person's jobs; shows the number of active ones, and whether one has failed. */
export function JobButton(props: JobButtonProps) {
  const { person } = useSelector(session.state);
  return may(person?.roles ?? [], 'job.read') ? <Button {...props} /> : null;
}

function Button({ isOpen, onOpen }: JobButtonProps) {
  const { t, figure } = useMessages();
  const Follower = useFollower();
  const { running, failed, all } = useSelector(jobTrayCounts);
  return (
    <>
      <ActionIcon
        size="lg"
        className={styles['button']}
        data-job-button=""
        data-active={all > 0 || undefined}
        aria-label={t('job.tray.button', { running, failed })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={onOpen}
      >
        <IconStack2 size={18} stroke={1.75} aria-hidden />
        {failed > 0 ? (
          <span className={styles['count']} data-failed="" aria-hidden="true">
            !
          </span>
        ) : running > 0 ? (
          <span className={styles['count']} aria-hidden="true">
            {figure(running)}
          </span>
        ) : null}
      </ActionIcon>
      {Follower ? <Follower isOpen={isOpen} onOpen={onOpen} /> : null}
    </>
  );
}
