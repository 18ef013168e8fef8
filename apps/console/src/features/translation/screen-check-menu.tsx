import { isPseudoLocale, PSEUDO_LOCALES, type PseudoLocale } from '@backcounter/i18n';
import { useLanguages, useMessages } from '@backcounter/i18n/react';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconTextScan2 } from '@tabler/icons-react';
import { newIdempotencyKey, request } from '../../lib/api/graphql-client.ts';
import { RequestError } from '../../lib/api/request-error.ts';
import { screenCheck } from '../../lib/page/screen-check.ts';
import { readConfig } from '../../lib/settings/config.ts';
import { publicationDocuments } from './translation.operations.ts';

/** A person who may not write texts, or texts of another service: those in the code take their place. */
const REPLACED = ['access.denied', 'record.not-found'] as const;

/** Made of the English texts as they are edited now, published or not; whoever chooses the same again gets what was written since. */
async function begin(locale: PseudoLocale): Promise<void> {
  const { i18nClientId: clientId } = readConfig(document, window.location.origin);
  const made = await request(
    publicationDocuments.pseudo,
    { input: { clientId, locale } },
    { idempotencyKey: newIdempotencyKey(), errorsShown: REPLACED },
  ).catch((error: unknown) => {
    if (!(error instanceof RequestError)) throw error;
    return null;
  });
  await screenCheck.begin(locale, made?.generatePseudoTranslations.translationBundle.filePath ?? null);
}

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
          <Menu.Item key={locale} onClick={() => void begin(locale)}>
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
