import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { EditorForm } from '../../listing/editor-form.tsx';
import type { FilterOption } from '../../listing/list-definition.ts';
import { OptionChecks } from '../../listing/option-checks.tsx';

interface PlaceEditorProps {
  readonly label: string;
  readonly options: UseQueryResult<readonly FilterOption[]>;
  readonly chosen: readonly string[];
  readonly onApply: (chosen: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** Picks countries or areas; none is all. */
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
