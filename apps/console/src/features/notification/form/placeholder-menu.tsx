import { NOTIFICATION_PLACEHOLDERS, type NotificationPlaceholder } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Menu } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';

const NAMES = Object.keys(NOTIFICATION_PLACEHOLDERS) as readonly NotificationPlaceholder[];

/** A placeholder as text, in two parts: the cursor between them is where its fallback is typed. */
function placeholderText(name: NotificationPlaceholder): readonly [string, string] {
  return NOTIFICATION_PLACEHOLDERS[name].needsFallback ? [`{{${name}|`, '}}'] : [`{{${name}}}`, ''];
}

interface PlaceholderMenuProps {
  /** Text field of the placeholder. */
  readonly field: () => HTMLInputElement | HTMLTextAreaElement | null;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** Inserts a value of the account at the cursor. */
export function PlaceholderMenu({ field, text, onChange }: PlaceholderMenuProps) {
  const { t } = useMessages();
  const insert = (name: NotificationPlaceholder) => {
    const box = field();
    const [start, end] = [box?.selectionStart ?? text.length, box?.selectionEnd ?? text.length];
    const [before, after] = placeholderText(name);
    onChange(`${text.slice(0, start)}${before}${after}${text.slice(end)}`);
    // After the menu has returned the focus, and the field has its new text.
    setTimeout(() => {
      box?.focus();
      box?.setSelectionRange(start + before.length, start + before.length);
    });
  };
  return (
    <Menu position="bottom-end" width={220} shadow="md" returnFocus={false}>
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="subtle"
          rightSection={<IconChevronDown size={12} stroke={1.75} aria-hidden />}
        >
          {t('notification.edit.insert')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {NAMES.map((name) => (
          <Menu.Item key={name} onClick={() => insert(name)}>
            {t(`notification.placeholder.${name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
