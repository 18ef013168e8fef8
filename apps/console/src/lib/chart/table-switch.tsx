import { useMessages } from '@backcounter/i18n/react';
import { ActionIcon } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';

interface TableSwitchProps {
  /** Title of the chart. */
  readonly title: string;
  readonly isTable: boolean;
  readonly onChange: (isTable: boolean) => void;
}

/** Switches a chart to a table of its figures, and back. */
export function TableSwitch({ title, isTable, onChange }: TableSwitchProps) {
  const { t } = useMessages();
  const Icon = isTable ? IconChartBar : IconTable;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      aria-pressed={isTable}
      aria-label={t(isTable ? 'common.chart.as-chart' : 'common.chart.as-table', { title })}
      onClick={() => onChange(!isTable)}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
