import { DEFAULT_LOCALE } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { rootOf } from './field-map.ts';
import styles from './language-tabs.module.css';
import type { FieldForm } from './record-form.tsx';
import { languageByKey, ownName, useTextLanguages } from './text-languages.ts';

interface EditedLanguage {
  readonly tag: string;
  readonly show: (tag: string) => void;
}
const EditedLanguageContext = createContext<EditedLanguage | null>(null);

/** The language whose texts are shown; null in a form that shows all of them. */
export const useEditedLanguage = (): string | null => useContext(EditedLanguageContext)?.tag ?? null;

/** A form that shows the texts of one language at a time, as chosen in its {@link LanguageTabs}. */
export function OneLanguage({ children }: { readonly children: ReactNode }) {
  const [tag, show] = useState<string>(DEFAULT_LOCALE);
  return <EditedLanguageContext value={{ tag, show }}>{children}</EditedLanguageContext>;
}

/** The language of a form's field: `de-DE` for `nameI18n.de-DE`; null for other fields. */
const languageOf = (field: string): string | null =>
  rootOf(field).endsWith('I18n') && field.includes('.') ? field.slice(rootOf(field).length + 1) : null;

/** Languages of a form's texts: English, those of the console, and others with a text. */
export function useFormLanguages(values: object): readonly string[] {
  return useTextLanguages(Object.keys(values).flatMap((field) => languageOf(field) ?? []));
}

/** The languages with every text that another language has. */
function completeLanguages(values: Readonly<Record<string, unknown>>): (tag: string) => boolean {
  const isWritten = (field: string) => String(values[field] ?? '').trim() !== '';
  const roots = new Set(
    Object.keys(values).flatMap((field) => (languageOf(field) !== null && isWritten(field) ? [rootOf(field)] : [])),
  );
  return (tag) => roots.size > 0 && [...roots].every((root) => isWritten(`${root}.${tag}`));
}

interface LanguageTabsProps<Values> {
  readonly form: FieldForm<Values>;
  /** The fields of the chosen language. */
  readonly children: ReactNode;
}

/** A tab for each language with a mark of completeness, above its fields. A problem opens its language. */
export function LanguageTabs<Values>({ form, children }: LanguageTabsProps<Values>) {
  const { t, dir } = useMessages();
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const edited = useContext(EditedLanguageContext);
  const values = form.values as Readonly<Record<string, unknown>>;
  const tags = useFormLanguages(values);
  const isComplete = completeLanguages(values);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new problems change the language, before the focus moves
  useLayoutEffect(() => {
    const broken = Object.keys(form.problems).flatMap((field) => languageOf(field) ?? []);
    if (broken[0] !== undefined && edited && !broken.includes(edited.tag)) edited.show(broken[0]);
  }, [form.problems]);
  if (!edited) return children;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = languageByKey(event, tags, edited.tag, dir);
    if (next === undefined) return;
    event.preventDefault();
    edited.show(next);
    list.current?.querySelector<HTMLElement>(`[lang="${next}"]`)?.focus();
  };
  return (
    <div className="bc-grid bc-gap-xl bc-shrink">
      <div
        ref={list}
        className={styles['tabs']}
        role="tablist"
        aria-label={t('crud.language.label')}
        onKeyDown={onKeyDown}
      >
        {tags.map((tag) => {
          const Mark = isComplete(tag) ? IconCircleCheck : IconCircleDashed;
          return (
            <button
              key={tag}
              type="button"
              role="tab"
              lang={tag}
              aria-selected={tag === edited.tag}
              aria-controls={id}
              tabIndex={tag === edited.tag ? 0 : -1}
              onClick={() => edited.show(tag)}
            >
              {ownName(tag)}
              <Mark size={14} stroke={1.75} aria-hidden data-complete={isComplete(tag) || undefined} />
              <span className="bc-sr-only">
                {t(isComplete(tag) ? 'crud.language.complete' : 'crud.language.missing')}
              </span>
            </button>
          );
        })}
      </div>
      <div id={id} role="tabpanel" aria-label={ownName(edited.tag)} className="bc-form-group">
        {children}
      </div>
    </div>
  );
}

/** The text of the edited language as customers read it: English where it is missing. */
export function useEditedText<Values>(form: Pick<FieldForm<Values>, 'values'>, root: string): string {
  const tag = useEditedLanguage() ?? DEFAULT_LOCALE;
  const values = form.values as Readonly<Record<string, unknown>>;
  const textIn = (language: string) => String(values[`${root}.${language}`] ?? '').trim();
  return textIn(tag) || textIn(DEFAULT_LOCALE);
}
