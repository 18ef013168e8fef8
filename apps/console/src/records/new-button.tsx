import type { MessageKey } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { usePanel } from './use-panel.ts';

/** Opens the form of a new record from its list. */
export function NewButton({ label }: { readonly label: MessageKey }) {
  const { t } = useMessages();
  const panel = usePanel();
  return (
    <Button
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      onClick={() => panel.open('new')}
    >
      {t(label)}
    </Button>
  );
}
