import type { ApprovalUnit, ErrorCode } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Skeleton } from '@backcounter/ui';
import { Button, Checkbox, TextInput } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ApprovalRulesQuery } from '../../generated/graphql.ts';
import { errorWords } from '../../lib/api/error-text.ts';
import { load, request } from '../../lib/api/graphql-client.ts';
import { RequestError } from '../../lib/api/request-error.ts';
import { QueryFailure } from '../../lib/page/query-failure.tsx';
import { DialogProblem } from '../../records/dialog-problem.tsx';
import { RecordDialog } from '../../records/record-dialog.tsx';
import styles from './approval.module.css';
import { approvalRulesQuery, saveApprovalRuleMutation } from './approval.operations.ts';
import { actionKey } from './approval-words.tsx';

type Rule = ApprovalRulesQuery['approvalRules'][number];
type Wanted = Readonly<Record<string, Pick<Rule, 'isOn' | 'limit' | 'version'>>>;

/** Minor units of an amount are shown as whole ones. */
const PARTS: Readonly<Record<ApprovalUnit, number>> = { AMOUNT: 100, POINTS: 1, RECIPIENTS: 1, ROWS: 1 };

const DIGITS_MAX = 12;

/** Which actions need a second person, and from which size on. */
export function ApprovalRules({ onClose }: { readonly onClose: () => void }) {
  const messages = useMessages();
  const { t } = messages;
  const queryClient = useQueryClient();
  const queryKey = ['approval-rules'];
  const rules = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await load(approvalRulesQuery, {}, signal)).approvalRules,
  });
  const [wanted, setWanted] = useState<Wanted>({});
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<RequestError | null>(null);
  const changed = (rules.data ?? []).flatMap((rule) => {
    const next = { ...rule, ...wanted[rule.action] };
    return next.isOn === rule.isOn && (next.limit ?? null) === (rule.limit ?? null) ? [] : [next];
  });
  const refusals = new Set((rules.data ?? []).flatMap(({ isOn, refusal }) => (isOn ? [] : [refusal])));
  /** Why none can be switched on, said once. */
  const shared = refusals.size === 1 ? ([...refusals][0] ?? null) : null;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (changed.length === 0 || isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      for (const { action, isOn, limit = null, version: expectedVersion } of changed) {
        const input = { action, isOn, limit, expectedVersion };
        await request(saveApprovalRuleMutation, { input }, { errorsShown: 'in-place' });
      }
      onClose();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setProblem(error);
    } finally {
      setBusy(false);
      void queryClient.invalidateQueries({ queryKey });
    }
  };
  return (
    <RecordDialog title={t('approval.rules.title')} isWide onClose={onClose}>
      <form className="bc-dialog-form" onSubmit={(event) => void save(event)}>
        <p className="bc-dialog-consequence">{t('approval.rules.body')}</p>
        {shared === null ? null : <p role="note">{errorWords(new RequestError(shared as ErrorCode), messages)}</p>}
        {rules.error ? <QueryFailure query={rules} title={t('approval.rules.failed')} /> : null}
        {rules.isPending ? <Skeleton width="16rem" /> : null}
        <ul className={`${styles['rules']} bc-grid bc-gap-xl`}>
          {rules.data?.map((rule) => (
            <RuleField
              key={rule.action}
              rule={{ ...rule, ...wanted[rule.action] }}
              mayTurnOn={rule.isOn || rule.refusal == null}
              whyNot={shared === null && !rule.isOn ? (rule.refusal ?? null) : null}
              onChange={(next) => setWanted({ ...wanted, [rule.action]: next })}
            />
          ))}
        </ul>
        {problem ? <DialogProblem error={problem} /> : null}
        <div className="bc-dialog-buttons">
          <Button onClick={onClose}>{t('common.action.cancel')}</Button>
          <Button type="submit" variant="filled" disabled={changed.length === 0} loading={isBusy}>
            {t('approval.rules.save')}
          </Button>
        </div>
      </form>
    </RecordDialog>
  );
}

interface RuleFieldProps {
  readonly rule: Rule;
  readonly mayTurnOn: boolean;
  /** Said here. */
  readonly whyNot: string | null;
  readonly onChange: (next: Pick<Rule, 'isOn' | 'limit' | 'version'>) => void;
}

function RuleField({ rule, mayTurnOn, whyNot, onChange }: RuleFieldProps) {
  const messages = useMessages();
  const { t } = messages;
  // The version that was seen when the rule was first edited.
  const { action, isOn, limit = null, unit, version } = rule;
  const part = unit == null ? 1 : PARTS[unit];
  return (
    <li>
      <Checkbox
        label={t(actionKey(action))}
        description={whyNot === null ? undefined : errorWords(new RequestError(whyNot as ErrorCode), messages)}
        checked={isOn}
        disabled={!mayTurnOn}
        onChange={(event) => onChange({ isOn: event.currentTarget.checked, limit, version })}
      />
      {isOn && unit != null ? (
        <TextInput
          label={t(`approval.rules.above.${unit}`)}
          placeholder={t('approval.rules.always')}
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          maxLength={DIGITS_MAX}
          value={limit === null ? '' : String(limit / part)}
          onChange={({ currentTarget: { value } }) => {
            const digits = value.replaceAll(/\D/g, '');
            onChange({ isOn, limit: digits === '' ? null : Number(digits) * part, version });
          }}
        />
      ) : null}
    </li>
  );
}
