import { useLanguages, useMessages } from '@backcounter/i18n/react';
import { Menu } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconCheck, IconLanguage } from '@tabler/icons-react';
import { chooseLanguage } from '../choose-language.ts';

/** Button of the bar for the language; hidden without a choice. */
export function LanguageMenu() {
  const { t } = useMessages();
  const { current, languages } = useLanguages();
  if (languages.length < 2) return null;
  return (
    <Menu withinPortal={false} position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          size="md"
          leftSection={
            <>
              <IconLanguage size={18} stroke={1.75} aria-hidden />
              <span className="bc-sr-only">{t('shell.language.label')} </span>
            </>
          }
        >
          {current.split('-')[0]?.toUpperCase()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <LanguageChoice />
      </Menu.Dropdown>
    </Menu>
  );
}

/** The same, as part of another menu. */
export function LanguageChoice() {
  const { current, languages } = useLanguages();
  const choose = (chosen: string) => {
    const language = languages.find(({ key }) => key === chosen);
    if (language) void chooseLanguage(language);
  };
  return (
    <Menu.RadioGroup value={current} onChange={choose}>
      {languages.map(({ key, name }) => (
        <Menu.RadioItem
          key={key}
          value={key}
          lang={key}
          closeMenuOnClick
          checkIcon={<IconCheck size={16} stroke={1.75} aria-hidden />}
        >
          {name}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
