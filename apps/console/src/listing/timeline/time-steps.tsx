import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';

interface TimeStepsProps {
  readonly labels: { readonly earlier: string; readonly present: string; readonly later: string };
  /** Steps from the present. */
  readonly step: number;
  readonly onStep: (step: number) => void;
}

/** Moves a view over time: earlier, back to the present, later. */
export function TimeSteps({ labels, step, onStep }: TimeStepsProps) {
  return (
    <>
      <ActionIcon variant="default" size={28} aria-label={labels.earlier} onClick={() => onStep(step - 1)}>
        <IconChevronLeft size={16} stroke={1.75} className="bc-mirror" aria-hidden />
      </ActionIcon>
      <Button size="sm" onClick={() => onStep(0)}>
        {labels.present}
      </Button>
      <ActionIcon variant="default" size={28} aria-label={labels.later} onClick={() => onStep(step + 1)}>
        <IconChevronRight size={16} stroke={1.75} className="bc-mirror" aria-hidden />
      </ActionIcon>
    </>
  );
}
