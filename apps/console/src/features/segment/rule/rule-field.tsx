import type { segmentRecord } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { fieldRuleKey } from '../../../lib/record/field-rules.ts';
import type { FormValues } from '../../../records/form/field-map.ts';
import { type FieldForm, FormGroup } from '../../../records/form/record-form.tsx';
import { RuleEditor } from './rule-editor.tsx';
import { textOfTree, treeOfText } from './rule-tree.ts';

interface RuleFieldProps {
  readonly form: FieldForm<FormValues<typeof segmentRecord.fields>>;
  readonly label: string;
}

/** The rule of a segment's form, whose value is the rule as text. */
export function RuleField({ form, label }: RuleFieldProps) {
  const { t } = useMessages();
  const { rule: text = null } = form.values;
  const [typed, setTyped] = useState(() => treeOfText(text));
  // Groups that are still empty are in the editor only; a draft or a colleague's version replaces it.
  const tree = textOfTree(typed) === text ? typed : treeOfText(text);
  const problem = Object.entries(form.problems).find(([path]) => path.split('.')[0] === 'rule')?.[1][0];
  return (
    <FormGroup title={label}>
      <RuleEditor
        tree={tree}
        onChange={(next) => {
          setTyped(next);
          form.set('rule', textOfTree(next));
        }}
      />
      {problem ? (
        <span className="bc-form-problem" role="alert">
          <IconAlertCircle size={14} stroke={1.75} aria-hidden />
          {t(fieldRuleKey(problem.rule), problem.params)}
        </span>
      ) : null}
    </FormGroup>
  );
}
