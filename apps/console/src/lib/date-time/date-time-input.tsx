import { useMessages } from '@backcounter/i18n/react';
import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { IconAlertCircle, IconCalendar, IconClock } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { part } from '../page/part.ts';
import styles from './date-time-input.module.css';
import { dayOrder, readTyped, showTyped, type TypedKind } from './typed-time.ts';

const PickerPanel = part(() => import('./picker-panel.tsx'), 'PickerPanel');

/** On a small screen the panel may cover its field. */
const OVERLAYS = { flip: true, shift: { crossAxis: true, padding: 8 } };

/** Properties of {@link DateTimeInput}. */
export interface DateTimeInputProps
  extends Pick<
    TextInputProps,
    'id' | 'name' | 'label' | 'description' | 'inputWrapperOrder' | 'error' | 'disabled' | 'aria-describedby'
  > {
  readonly kind: TypedKind;
  /** `YYYY-MM-DD`, `HH:mm` or `YYYY-MM-DDTHH:mm`; '' for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Zone of the value, in which it is "today"; default: the reader's. */
  readonly timeZone?: string | undefined;
  /** The first and the last value that is accepted. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** For times that are usually ahead: offers "tomorrow" and the like. */
  readonly isAhead?: boolean;
  readonly isFirstFocus?: boolean;
}

/**
 * A date, a time or both: typed in the reader's format or as ISO, or picked. A text that can't be read stays, with the
 * expected format, and its form can't be submitted.
 */
export function DateTimeInput(props: DateTimeInputProps) {
  const { kind, value, onChange, timeZone, min, max, isAhead = false, isFirstFocus = false, error, ...field } = props;
  const { t, locale, timeZone: myZone } = useMessages();
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: string } | null>(null);
  const [isTouched, setTouched] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // The value may have changed since: by a draft, a colleague, or a discard.
  const text = typed?.value === value ? typed.text : showTyped(value, kind, locale);
  const isUnread = typed?.value === value && readTyped(text, kind, locale) === null;
  const unread = isUnread ? t(`date-time.unread.${kind}`, { example: showTyped(exampleOf(kind), kind, locale) }) : null;
  const beside =
    value !== '' && min !== undefined && value < min
      ? t('date-time.too-early', { first: showTyped(min, kind, locale) })
      : value !== '' && max !== undefined && value > max
        ? t('date-time.too-late', { last: showTyped(max, kind, locale) })
        : null;
  const problem = unread ?? beside;
  const shown = (text: string | null) => text !== null && (isTouched || Boolean(error)) && <Problem text={text} />;
  useSubmitGuard(input, problem !== null, () => setTouched(true));

  const give = (next: string) => {
    if (next !== value) onChange(next);
  };
  /** Reads what was typed, also in its short forms. Returns whether the form may be submitted with it. */
  const finish = (): boolean => {
    setTouched(true);
    if (typed === null) return problem === null;
    const read = readTyped(text, kind, locale, true);
    if (read === null) return false;
    setTyped(null);
    give(read);
    return read === value && problem === null;
  };
  const Icon = kind === 'time' ? IconClock : IconCalendar;
  return (
    <TextInput
      {...field}
      ref={input}
      autoComplete="off"
      placeholder={placeholderOf(kind, locale, t)}
      data-autofocus={isFirstFocus || undefined}
      data-unread={problem === null ? undefined : true}
      value={text}
      error={shown(unread) || error || shown(beside)}
      onChange={(event) => {
        const next = event.currentTarget.value;
        const read = readTyped(next, kind, locale);
        setTyped({ text: next, value: read ?? value });
        setTouched(false);
        if (read !== null) give(read);
      }}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' && event.altKey) {
          event.preventDefault();
          setOpen(true);
        }
        if (event.key !== 'Enter' || finish()) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      rightSection={
        <Popover
          opened={isOpen}
          onChange={setOpen}
          position="bottom-end"
          middlewares={OVERLAYS}
          hideDetached={false}
          trapFocus
          returnFocus
        >
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              className="bc-faint"
              disabled={field.disabled ?? false}
              aria-label={t(kind === 'time' ? 'date-time.show-clock' : 'date-time.show-calendar')}
              onClick={() => setOpen(!isOpen)}
            >
              <Icon size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          {/* A click in it is not one beside the popover that the field may be in. */}
          <Popover.Dropdown
            className={kind === 'time' ? styles['dropdown'] : `${styles['dropdown']} ${styles['wide']}`}
            onMouseDown={(event) => event.stopPropagation()}
            onTouchStart={(event) => event.stopPropagation()}
          >
            <PickerPanel
              kind={kind}
              value={isUnread ? '' : value}
              timeZone={timeZone ?? myZone}
              min={min}
              max={max}
              isAhead={isAhead}
              onClose={() => setOpen(false)}
              onPick={(picked, isLast) => {
                setTyped(null);
                setTouched(true);
                give(picked);
                if (isLast) setOpen(false);
              }}
            />
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}

function Problem({ text }: { readonly text: string }) {
  return (
    <span className={styles['problem']}>
      <IconAlertCircle size={14} stroke={1.75} aria-hidden />
      {text}
    </span>
  );
}

/** Keeps the form of an input from being submitted. */
function useSubmitGuard(input: { readonly current: HTMLInputElement | null }, isOn: boolean, onStop: () => void): void {
  const stop = useRef(onStop);
  stop.current = onStop;
  useEffect(() => {
    const form = input.current?.form;
    if (!form || !isOn) return undefined;
    const onSubmit = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      stop.current();
      input.current?.focus();
    };
    form.addEventListener('submit', onSubmit);
    return () => form.removeEventListener('submit', onSubmit);
  }, [input, isOn]);
}

function exampleOf(kind: TypedKind): string {
  const day = `${new Date().getFullYear()}-12-31`;
  return kind === 'date' ? day : kind === 'time' ? '18:30' : `${day}T18:30`;
}

/** "MM/DD/YYYY hh:mm", in the words and the order of the reader. */
function placeholderOf(kind: TypedKind, locale: string, t: ReturnType<typeof useMessages>['t']): string {
  if (kind === 'time') return t('date-time.letters.time');
  const mark = showTyped('2000-12-31', 'date', locale)
    .replace(/[\p{N}\u200f]/gu, '')
    .slice(0, 1);
  const day = dayOrder(locale).map((part) => t(`date-time.letters.${part}`));
  return [day.join(mark), ...(kind === 'date' ? [] : [t('date-time.letters.time')])].join(' ');
}
