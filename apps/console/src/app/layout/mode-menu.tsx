import { useMessages } from '@backcounter/i18n/react';
import { Menu } from '@backcounter/ui';
import { ActionIcon, type MantineColorScheme, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

const MODES = [
  { mode: 'light', icon: IconSun, key: 'shell.mode.light' },
  { mode: 'dark', icon: IconMoon, key: 'shell.mode.dark' },
  { mode: 'auto', icon: IconDeviceDesktop, key: 'shell.mode.system' },
] as const;

/** Button of the bar for the colour mode: light, dark or the system's. */
export function ModeMenu() {
  const { t } = useMessages();
  const Current = useComputedColorScheme('light') === 'dark' ? IconMoon : IconSun;
  return (
    <Menu withinPortal={false} position="bottom-end">
      <Menu.Target>
        <ActionIcon size="lg" aria-label={t('shell.mode.label')}>
          <Current size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ModeChoice />
      </Menu.Dropdown>
    </Menu>
  );
}

/** The same, as part of another menu. */
export function ModeChoice() {
  const { t } = useMessages();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu.RadioGroup value={colorScheme} onChange={(mode) => setColorScheme(mode as MantineColorScheme)}>
      {MODES.map(({ mode, icon: Icon, key }) => (
        <Menu.RadioItem
          key={mode}
          value={mode}
          closeMenuOnClick
          rightSection={<Icon size={16} stroke={1.75} aria-hidden />}
          checkIcon={<IconCheck size={16} stroke={1.75} aria-hidden />}
        >
          {t(key)}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
