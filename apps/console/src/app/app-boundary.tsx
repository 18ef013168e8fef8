import { useMessages } from '@backcounter/i18n/react';
import { ErrorPanel } from '@backcounter/ui';
import { Component, type ReactNode } from 'react';

interface State {
  readonly failure: Error | null;
}

/** The outermost error boundary. */
export class AppBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(failure: unknown): State {
    return { failure: failure instanceof Error ? failure : new Error(String(failure)) };
  }

  override render(): ReactNode {
    return this.state.failure ? <AppFailure failure={this.state.failure} /> : this.props.children;
  }
}

function AppFailure({ failure }: { readonly failure: Error }) {
  const { t } = useMessages();
  return (
    <main>
      <ErrorPanel
        isPageTitle
        title={t('error.place.app-title')}
        body={
          <>
            <p>{t('error.place.app-body')}</p>
            <p className="bc-code" dir="ltr">
              {failure.message}
            </p>
          </>
        }
        retry={{ label: t('common.action.reload'), onClick: () => window.location.reload() }}
      />
    </main>
  );
}
