import type { MessageKey } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { type PreviewHandle, type PreviewOptions, preview } from '@backcounter/release-notes';
import { Button, SegmentedControl, useComputedColorScheme } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { getNonce } from 'get-nonce';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { bestEffort } from '../../lib/page/best-effort.ts';
import { readConfig } from '../../lib/settings/config.ts';
import { i18n } from '../../lib/settings/i18n.ts';
import styles from './release-preview.module.css';

/** A release in the format of a provider's response. */
export interface PreviewedRelease {
  readonly id: string;
  readonly version: string;
  readonly date: string;
  readonly changeLists: readonly {
    readonly id: string;
    readonly title: string;
    readonly changes: readonly {
      readonly id: string;
      readonly type: string;
      readonly title: string;
      readonly description: string;
    }[];
  }[];
}

interface ReleasePreviewProps {
  readonly release: PreviewedRelease;
  readonly onClose: () => void;
}

const BAR = '[data-preview-bar]';
const TOASTS = '[data-toast-region]';

/** Preview of a release in the real popup: light and dark, desktop and phone, left-to-right and right-to-left. No one receives it. */
export function ReleasePreview({ release, onClose }: ReleasePreviewProps) {
  const { t, language, dir } = useMessages();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const [mode, setMode] = useState<'light' | 'dark'>(scheme);
  const [device, setDevice] = useState<'desktop' | 'phone'>('desktop');
  const [direction, setDirection] = useState(dir);
  const stage = useRef<HTMLDivElement>(null);
  const handle = useRef<PreviewHandle | null>(null);
  const isPhone = device === 'phone';

  const look = {
    dark: mode === 'dark',
    isMobile: isPhone || matchMedia('(max-width: 37.4375em)').matches,
    locale: language,
    dir: direction,
    translate: (key: string, english: string, values?: Readonly<Record<string, string | number>>) =>
      i18n.defaultMessage(key) === undefined ? english : t(key as MessageKey, values),
  };
  const latest = useRef({ look, release, onClose });
  latest.current = { look, release, onClose };

  useEffect(() => {
    let isGone = false;
    const { issuer, publicUrl, clientId, suppressLogs } = readConfig(document, location.origin);
    const options: PreviewOptions = {
      ...latest.current.look,
      authProviderEndpoint: issuer,
      adminEndpoint: publicUrl,
      authClientId: clientId,
      suppressLogs,
      nonce: getNonce() ?? '',
      keepUsable: `${BAR}, ${TOASTS}`,
      onClose: () => {
        if (!isGone) latest.current.onClose();
      },
      ...(stage.current ? { container: stage.current } : {}),
    };
    void bestEffort('Preview of a release', async () => {
      const opened = await preview([latest.current.release], options);
      if (isGone) opened.remove();
      else handle.current = opened;
    });
    return () => {
      isGone = true;
      handle.current?.remove();
      handle.current = null;
    };
  }, []);
  useEffect(() => {
    handle.current?.update([release], look);
  });

  const choice = <Value extends string>(
    name: string,
    label: string,
    value: Value,
    set: (value: Value) => void,
    cells: readonly (readonly [Value, string])[],
  ) => (
    <SegmentedControl
      size="xs"
      data-choice={name}
      aria-label={label}
      value={value}
      onChange={(next) => set(next as Value)}
      data={cells.map(([each, words]) => ({ value: each, label: words }))}
    />
  );
  return createPortal(
    <div className={styles['preview']} data-device={device} data-mode={mode}>
      <section
        className={styles['bar']}
        data-preview-bar=""
        aria-label={t('release.preview.bar')}
        onKeyDown={(event) => {
          if (event.key === 'Escape') handle.current?.remove();
        }}
      >
        <p>
          <b>{t('release.preview.title')}</b> {t('release.preview.note')}
        </p>
        {choice('colours', t('release.preview.colours'), mode, setMode, [
          ['light', t('release.preview.light')],
          ['dark', t('release.preview.dark')],
        ])}
        {choice('width', t('release.preview.width'), device, setDevice, [
          ['desktop', t('release.preview.desktop')],
          ['phone', t('release.preview.phone')],
        ])}
        {choice('direction', t('release.preview.direction'), direction, setDirection, [
          ['ltr', t('release.preview.ltr')],
          ['rtl', t('release.preview.rtl')],
        ])}
        <Button
          size="sm"
          leftSection={<IconX size={14} stroke={1.75} aria-hidden />}
          onClick={() => handle.current?.remove()}
        >
          {t('release.preview.close')}
        </Button>
      </section>
      <div className={styles['stage']} ref={stage} />
    </div>,
    document.body,
  );
}
