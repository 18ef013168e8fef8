import { may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Skeleton } from '@backcounter/ui';
import { useQuery } from '@tanstack/react-query';
import { load } from '../../lib/api/graphql-client.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { offered, useChoices } from '../../records/fields/choices.ts';
import { ChoiceField, type FieldProps } from '../../records/form/record-form.tsx';
import { segmentChoices } from './public.ts';
import { segmentNameQuery } from './segment-term.operations.ts';

/** The segment that a record is for; people who can't read segments only see that there is one. */
export function SegmentField<Values>(props: FieldProps<Values, string | null>) {
  const { t } = useMessages();
  const chosen = props.form.values[props.name];
  const options = offered(useChoices(segmentChoices), chosen);
  if (may(currentRoles(), 'segment.read'))
    return <ChoiceField {...props} options={options} noneLabel={t('segment.term.any')} />;
  return chosen ? <p className="bc-form-hint">{t('segment.term.hidden')}</p> : null;
}

interface CopiedSegmentProps {
  readonly segment: { readonly name?: string | null } | null | undefined;
}

/** Says that a copy keeps the segment of its original, to people who can't see which one it is. */
export function CopiedSegment({ segment }: CopiedSegmentProps) {
  const { t } = useMessages();
  return segment && segment.name == null ? <p className="bc-form-hint">{t('segment.term.hidden')}</p> : null;
}

/** The segment that a record is for, as one of its terms; by name where the person may see it. */
export function SegmentTerm({ id }: { readonly id: string }) {
  const { t } = useMessages();
  const isReader = may(currentRoles(), 'segment.read');
  const named = useQuery({
    queryKey: ['segment', id, 'name'],
    meta: { errorsShown: 'elsewhere' },
    queryFn: async ({ signal }) => (await load(segmentNameQuery, { id }, signal)).segment?.name ?? null,
    enabled: isReader,
  });
  const isHidden = !isReader || named.isError || named.data === null;
  return (
    <li>
      {isHidden ? (
        t('segment.term.hidden')
      ) : named.data === undefined ? (
        <Skeleton width="12rem" />
      ) : (
        t('segment.term.members', { segment: named.data })
      )}
    </li>
  );
}
