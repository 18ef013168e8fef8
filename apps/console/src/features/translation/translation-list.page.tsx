import { may } from '@backcounter/domain';
import { isPseudoLocale, PSEUDO_LOCALES, type PseudoLocale } from '@backcounter/i18n';
import { useLanguages, useMessages } from '@backcounter/i18n/react';
import { EmptyState, ErrorPanel, Menu, Skeleton } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconChevronDown, IconPlus, IconTextScan2 } from '@tabler/icons-react';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { errorKeyOf } from '../../lib/api/error-text.ts';
import { newIdempotencyKey, request } from '../../lib/api/graphql-client.ts';
import { RequestError } from '../../lib/api/request-error.ts';
import { PageHeader } from '../../lib/page/page-header.tsx';
import { part } from '../../lib/page/part.ts';
import { screenCheck } from '../../lib/page/screen-check.ts';
import { useReference } from '../../lib/record/reference.ts';
import { Select } from '../../lib/select/select.tsx';
import { readConfig } from '../../lib/settings/config.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { LanguageTable } from './language/language-table.tsx';
import { useTranslationClients, useTranslationLanguages } from './language/use-translation-language.ts';
import styles from './translation.module.css';
import { publicationDocuments } from './translation.operations.ts';
import { UnknownReports } from './unknown-reports.tsx';

/**
 * Error codes of a person without access to texts, or of another text service: the texts in the code are used instead.
 */
const REPLACED = ['access.denied', 'record.not-found'] as const;

/**
 * Builds pseudo-texts from the current English texts, published or not. Choosing the same locale again rebuilds them.
 */
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

/** Shows the screens in pseudo-texts, to find truncated and untranslatable texts. Affects this browser only. */
function ScreenCheckMenu() {
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

const AddLanguage = part(() => import('./language/add-language.tsx'), 'AddLanguage');

const TextOfAddress = part(() => import('./text-of-address.tsx'), 'TextOfAddress');

/** Search parameter of the client whose texts are shown. */
const CLIENT = 'client';
/** Search parameter of a text, by id. */
const TEXT = 'text';
const SKELETONS = ['70%', '82%', '64%', '76%', '58%'];

/** `/admin/translations`: the languages with their progress. `text` leads to a text. */
export function TranslationListPage() {
  const text = new URLSearchParams(useLocation().searchStr).get(TEXT);
  if (!text) return <LanguagesPage />;
  return <TextOfAddress id={text} />;
}

function LanguagesPage() {
  const { t } = useMessages();
  const router = useRouter();
  const { pathname, searchStr } = useLocation();
  const clients = useTranslationClients();
  const asked = new URLSearchParams(searchStr).get(CLIENT);
  const client = clients.data?.find(({ id }) => id === asked) ?? clients.data?.[0];
  const languages = useTranslationLanguages(client?.id ?? null);
  const [isAdding, setAdding] = useState(false);
  const failed = clients.error ?? languages.error;
  const reference = useReference(failed);
  const choose = (id: string) => {
    const href = id === clients.data?.[0]?.id ? pathname : `${pathname}?${new URLSearchParams({ [CLIENT]: id })}`;
    void router.navigate({ href, resetScroll: false });
  };
  return (
    <div className={styles['root']}>
      <PageHeader
        title={t('shell.page.translations')}
        note={
          client && languages.data
            ? t('translation.place.note', { languages: languages.data.length, keys: client.keys, count: client.keys })
            : null
        }
        actions={
          <>
            {clients.data && clients.data.length > 1 && client ? (
              <Select
                aria-label={t('translation.client.label')}
                value={client.id}
                options={clients.data.map(({ id }) => ({ value: id, label: id }))}
                onChange={choose}
              />
            ) : null}
            <ScreenCheckMenu />
            {client && may(currentRoles(), 'translation.write') ? (
              <Button
                variant="filled"
                leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
                onClick={() => setAdding(true)}
              >
                {t('translation.add.title')}
              </Button>
            ) : null}
          </>
        }
      />
      {failed ? (
        <ErrorPanel
          title={t('translation.place.failed')}
          body={t(errorKeyOf(failed))}
          retry={{
            label: t('common.action.retry'),
            onClick: () => void Promise.all([clients.refetch(), languages.refetch()]),
            isBusy: clients.isFetching || languages.isFetching,
          }}
          {...(reference ? { reference } : {})}
        />
      ) : languages.data && client ? (
        <>
          <LanguageTable languages={languages.data} />
          {client.unknownReports > 0 ? <UnknownReports clientId={client.id} count={client.unknownReports} /> : null}
        </>
      ) : clients.data?.length === 0 ? (
        <EmptyState title={t('translation.place.none')} />
      ) : (
        <div className={styles['skeleton']} role="status" aria-label={t('common.place.loading')}>
          {SKELETONS.map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      )}
      {isAdding && client ? (
        <AddLanguage
          clientId={client.id}
          known={languages.data?.map(({ locale }) => locale) ?? []}
          onClose={() => setAdding(false)}
          onAdded={(id) => void router.navigate({ href: `/admin/translations/${id}` })}
        />
      ) : null}
    </div>
  );
}
