import { isPseudoLocale, PSEUDO_LOCALES } from '@backcounter/i18n';
import { useLanguages, useMessages } from '@backcounter/i18n/react';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconTextScan2 } from '@tabler/icons-react';
import { screenCheck } from '../../lib/screen-check.ts';

/** Shows the screens in texts made from the English ones, for whoever looks for what is cut off or cannot be translated; in this browser only. */
export function ScreenCheckMenu() {
  const { t } = useMessages();
  const { current } = useLanguages();
  return (
    <Menu position="bottom-end" width={320} shadow="md">
      <Menu.Target>
        <Button
          leftSection={<IconTextScan2 size={16} stroke={1.75} aria-hidden />}
          rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
        >
          {t('translation.check.title')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {PSEUDO_LOCALES.map((locale) => (
          <Menu.Item key={locale} disabled={current === locale} onClick={() => void screenCheck.begin(locale)}>
            {t(`translation.check.${locale}`)}
            <small className="bc-why-not">{t(`translation.check.${locale}-hint`)}</small>
          </Menu.Item>
        ))}
        {isPseudoLocale(current) ? (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => void screenCheck.end()}>{t('shell.check.end')}</Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
