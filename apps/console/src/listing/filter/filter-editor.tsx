import { useMessages } from '@backcounter/i18n/react';
import { Input, Radio } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { useId, useState } from 'react';
import { formatNumber } from '../../lib/format/formats.ts';
import { parseNumber } from '../../lib/format/number-text.ts';
import { EditorForm, type FilterEditorProps } from './editor-form.tsx';
import styles from './filter-editor.module.css';
import { FILTER_TEXT_MAX } from './filter-value.ts';
import { InstantEditor } from './instant-editor.tsx';
import { OptionChecks } from './option-checks.tsx';
import { useFilterOptions } from './use-filter-options.ts';
import { useOptionCounts } from './use-option-counts.ts';

/** Edits one filter; no request is sent before Apply. Enter and Ctrl/Cmd-Enter apply. */
export function FilterEditor(props: FilterEditorProps) {
  switch (props.filter.shape) {
    case 'set':
      return <SetEditor {...props} />;
    case 'flag':
      return <FlagEditor {...props} />;
    case 'instant':
      return <InstantEditor {...props} />;
    case 'text':
      return <TextEditor {...props} />;
    case 'number':
      return <NumberEditor {...props} />;
  }
}

function SetEditor({ list, counted, filter, state, onApply, onCancel }: FilterEditorProps) {
  const { t } = useMessages();
  const current = state.filters[filter.key];
  const old = current?.kind === 'set' ? current : null;
  const [mode, setMode] = useState(old?.mode ?? 'in');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(old?.values));
  const options = useFilterOptions(list, filter, state, true);
  const counts = useOptionCounts(counted, filter, state);
  return (
    <EditorForm
      label={t(filter.labelKey)}
      canApply={chosen.size > 0 || old !== null}
      onCancel={onCancel}
      onSubmit={() => onApply(chosen.size === 0 ? null : { kind: 'set', mode, values: [...chosen] })}
    >
      {filter.isSingle ? null : (
        <Radio.Group
          value={mode}
          onChange={(value) => setMode(value === 'notIn' ? 'notIn' : 'in')}
          aria-label={t('listing.filter.how')}
        >
          <div className={styles['modes']}>
            <Radio size="xs" value="in" label={t('listing.filter.is')} />
            <Radio size="xs" value="notIn" label={t('listing.filter.is-not')} />
          </div>
        </Radio.Group>
      )}
      <OptionChecks
        options={options}
        counts={counts}
        chosen={chosen}
        onChange={(next) => {
          const value = [...next].at(-1);
          if (filter.isSingle && value !== undefined) onApply({ kind: 'set', mode: 'in', values: [value] });
          else setChosen(next);
        }}
      />
    </EditorForm>
  );
}

function FlagEditor({ filter, state, onApply, onCancel }: FilterEditorProps) {
  const { t } = useMessages();
  const current = state.filters[filter.key];
  const [value, setValue] = useState(current?.kind === 'flag' ? current.value : true);
  return (
    <EditorForm
      label={t(filter.labelKey)}
      canApply
      onCancel={onCancel}
      onSubmit={() => onApply({ kind: 'flag', value })}
    >
      <Radio.Group
        value={value ? 'yes' : 'no'}
        onChange={(next) => setValue(next === 'yes')}
        aria-label={t(filter.labelKey)}
      >
        <div className={styles['options']}>
          <Radio size="xs" value="yes" label={t('listing.filter.yes')} data-autofocus />
          <Radio size="xs" value="no" label={t('listing.filter.no')} />
        </div>
      </Radio.Group>
    </EditorForm>
  );
}

function TextEditor({ filter, state, onApply, onCancel }: FilterEditorProps) {
  const { t } = useMessages();
  const current = state.filters[filter.key];
  const old = current?.kind === 'text' ? current.text : '';
  const [text, setText] = useState(old);
  const wanted = text.trim();
  return (
    <EditorForm
      label={t(filter.labelKey)}
      canApply={wanted !== '' || old !== ''}
      onCancel={onCancel}
      onSubmit={() => onApply(wanted === '' ? null : { kind: 'text', text: wanted })}
    >
      <Input
        aria-label={t(filter.labelKey)}
        value={text}
        maxLength={FILTER_TEXT_MAX}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        data-autofocus
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </EditorForm>
  );
}

function NumberEditor({ filter, state, onApply, onCancel }: FilterEditorProps) {
  const { t, locale } = useMessages();
  const current = state.filters[filter.key];
  const old = current?.kind === 'number' ? current : null;
  const plain = (value: number | null | undefined) =>
    value == null ? '' : formatNumber(value, locale, { useGrouping: false });
  const [texts, setTexts] = useState([plain(old?.from), plain(old?.to)] as const);
  const ids = useId();
  const [from, to] = texts.map((text) => parseNumber(text, locale));
  const isWhole = [from, to].every((end) => end === null || Number.isSafeInteger(end));
  const isRight = isWhole && !(from != null && to != null && from > to);
  const isEmpty = from === null && to === null;
  const problem = isRight ? undefined : `${ids}-problem`;
  const field = (at: 0 | 1, label: string) => (
    <Input.Wrapper label={label} id={`${ids}-${at}`}>
      <Input
        id={`${ids}-${at}`}
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        value={texts[at]}
        data-autofocus={at === 0 ? true : undefined}
        aria-invalid={!isRight}
        aria-describedby={problem}
        onChange={({ currentTarget: { value } }) => setTexts(at === 0 ? [value, texts[1]] : [texts[0], value])}
      />
    </Input.Wrapper>
  );
  return (
    <EditorForm
      label={t(filter.labelKey)}
      canApply={isRight && (!isEmpty || old !== null)}
      onCancel={onCancel}
      onSubmit={() => onApply(isEmpty ? null : { kind: 'number', from: from ?? null, to: to ?? null })}
    >
      <div className={styles['days']}>
        {field(0, t('listing.filter.lowest'))}
        {field(1, t('listing.filter.highest'))}
        <p className={styles['note']} id={problem} role={problem ? 'alert' : undefined}>
          {t(isRight ? 'listing.filter.numbers-hint' : 'listing.filter.numbers-wrong')}
        </p>
      </div>
    </EditorForm>
  );
}
