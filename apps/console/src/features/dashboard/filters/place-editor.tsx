import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { EditorForm } from '../../../listing/filter/editor-form.tsx';
import { OptionChecks } from '../../../listing/filter/option-checks.tsx';
import type { FilterOption } from '../../../listing/list-definition.ts';

interface PlaceEditorProps {
  readonly label: string;
  readonly options: UseQueryResult<readonly FilterOption[]>;
  readonly chosen: readonly string[];
  readonly onApply: (chosen: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** Picks countries or areas; none means all. */
export function PlaceEditor({ label, options, chosen, onApply, onCancel }: PlaceEditorProps) {
  const [values, setValues] = useState<ReadonlySet<string>>(() => new Set(chosen));
  return (
    <EditorForm
      label={label}
      canApply={values.size > 0 || chosen.length > 0}
      onCancel={onCancel}
      onSubmit={() => onApply([...values])}
    >
      <OptionChecks options={options} chosen={values} onChange={setValues} />
    </EditorForm>
  );
}
