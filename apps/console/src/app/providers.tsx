import { I18nProvider, useMessages } from '@backcounter/i18n/react';
import { PresenceProvider } from '@backcounter/presence/react';
import { type BrandTheme, ToastRegion, UiProvider } from '@backcounter/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { type ReactNode, useEffect, useMemo } from 'react';
import { queryClient } from '../lib/api/query-client.ts';
import { pageTitle } from '../lib/page/page-title.ts';
import { toasts } from '../lib/page/toasts.ts';
import { presenceSource } from '../lib/presence/presence-source.ts';
import type { ConsoleConfig } from '../lib/settings/config.ts';
import { i18n } from '../lib/settings/i18n.ts';
import { settings } from '../lib/settings/settings.ts';
import { ConsoleContext } from './console-context.ts';
import { providerTheme } from './provider-theme.ts';

interface ProvidersProps {
  readonly config: ConsoleConfig;
  readonly nonce: string;
  readonly children: ReactNode;
}

/** Provides languages, theme, data and toasts. */
export function Providers({ config, nonce, children }: ProvidersProps) {
  const brand: BrandTheme = useSelector(providerTheme.current);
  const presence = useSelector(presenceSource, (source) => source.presence);
  const chosen = useSelector(settings.state);
  const console = useMemo(() => ({ config }), [config]);
  return (
    <ConsoleContext value={console}>
      <I18nProvider i18n={i18n} timeZone={chosen.timeZone ?? undefined} formats={chosen}>
        <UiProvider brand={brand} nonce={nonce}>
          <QueryClientProvider client={queryClient}>
            <Spoken />
            <PresenceProvider presence={presence}>{children}</PresenceProvider>
          </QueryClientProvider>
        </UiProvider>
      </I18nProvider>
    </ConsoleContext>
  );
}

/** Texts outside of pages: toasts, the document's title, texts of the request client. */
function Spoken() {
  const { t } = useMessages();
  const page = useSelector(pageTitle);
  useEffect(() => {
    document.title = page === null ? t('shell.product.name') : t('shell.document.title', { page });
  }, [page, t]);
  return <ToastRegion store={toasts} labels={{ region: t('shell.toast.region'), dismiss: t('shell.toast.dismiss') }} />;
}
