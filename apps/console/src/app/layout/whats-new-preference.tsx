import { useMessages } from '@backcounter/i18n/react';
import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { autoOpenQuery, setAutoOpen } from '../release-notes-preference.ts';

/** In the menu of the person: whether the release notes may open by themselves. */
export function WhatsNewPreference() {
  const { t } = useMessages();
  const queryClient = useQueryClient();
  const { data: mayOpen } = useQuery(autoOpenQuery);
  const { mutate, variables, isPending } = useMutation({
    mutationFn: setAutoOpen,
    onSuccess: (_nothing, value) => queryClient.setQueryData(autoOpenQuery.queryKey, value),
  });
  return (
    <Menu.CheckboxItem
      checked={(isPending ? variables : mayOpen) ?? true}
      disabled={mayOpen === undefined}
      checkIcon={<IconCheck size={16} stroke={1.75} aria-hidden />}
      onChange={(value) => {
        if (!isPending) mutate(value);
      }}
    >
      {t('shell.whats-new.auto-open')}
    </Menu.CheckboxItem>
  );
}
