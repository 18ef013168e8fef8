import { useMessages } from '@backcounter/i18n/react';
import { brandTheme, COLOR_TOKENS, contrast, type Mode, parseHex } from '@backcounter/ui';
import { isolated } from '../../lib/format/isolated.ts';
import './config-entry-color.css';

const MODES: readonly Mode[] = ['light', 'dark'];
const SECONDARY_KEY = 'theme.secondary';

interface ConfigEntryColorProps {
  readonly settingKey: string;
  readonly value: unknown;
}

/** A colour of the provider's theme as the console will use it in both modes, with its contrast; nothing for anything but a colour. */
export function ConfigEntryColor({ settingKey, value }: ConfigEntryColorProps) {
  const { t, locale } = useMessages();
  const color = parseHex(value);
  if (color === null) return null;
  const isSecondary = settingKey === SECONDARY_KEY;
  const { tokens } = brandTheme(isSecondary ? { secondary: color } : { primary: color });
  const { format } = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const ratioOf = (first: string, second: string): string => `${format(contrast(first, second))}:${format(1)}`;
  return (
    <section className="bc-color-preview" aria-label={t('config-entry.color.preview')}>
      {MODES.map((mode) => {
        const own = (name: 'surface' | 'text' | 'on-brand' | 'brand') => COLOR_TOKENS[name][MODES.indexOf(mode)] ?? '';
        const fill = isSecondary ? (tokens[mode]['chart-2'] ?? color) : (tokens[mode].brand ?? own('brand'));
        const against = isSecondary ? own('surface') : own('on-brand');
        return (
          <figure key={mode} style={{ background: own('surface'), color: own('text') }}>
            <figcaption>{t(`config-entry.color.${mode}`)}</figcaption>
            <span className="bc-color-sample" style={{ background: fill, color: against }}>
              {isSecondary ? null : t('config-entry.color.sample')}
            </span>
            <small>{t('config-entry.color.contrast', { color: isolated(fill), ratio: ratioOf(fill, against) })}</small>
          </figure>
        );
      })}
    </section>
  );
}
