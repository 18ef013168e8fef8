import { GIVEAWAY_MACHINE, giveawayCode } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { CodeField } from '../../records/form/code-field.tsx';
import { useDuplicate, useRichStep } from '../../records/rich-record.ts';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { useState } from 'react';
import { FIELD_ORDER } from '../../records/form/record-form.tsx';
import { ReasonDialog } from '../../records/reason-dialog.tsx';
import { askedBefore } from '../../records/state-actions.ts';
import { CopiedSegment } from '../segment/public.tsx';
import { termsOf } from './form/giveaway-record-terms.ts';
import styles from './form/giveaway-terms.module.css';
import { RegistrationNotice, TermSentences, WorstCase } from './form/giveaway-terms-view.tsx';
import { type GiveawayRecord, giveaways } from './giveaway.entity.ts';
import { registerGiveawayMutation } from './giveaway.operations.ts';
import type { GiveawayDialogName } from './giveaway.steps.ts';
import { giveawayDocuments } from './giveaway-record.operations.ts';
import { AnnounceReview } from './winner/announce-review.tsx';

const REGISTRATION_MAX_LENGTH = 60;
interface DialogProps {
  readonly giveaway: GiveawayRecord;
  readonly onClose: () => void;
}

interface GiveawayDialogProps extends DialogProps {
  readonly dialog: GiveawayDialogName;
  /** Opens the dialog of registration numbers, which publication may require first. */
  readonly onRegister: () => void;
}

/** Confirmation of a giveaway's next step, with its effect in words and figures. */
export function GiveawayDialog({ dialog, onRegister, ...props }: GiveawayDialogProps) {
  switch (dialog) {
    case 'publish':
      return <PublishDialog {...props} onRegister={onRegister} />;
    case 'cancel':
      return <CancelDialog {...props} />;
    case 'announce':
      return <AnnounceDialog {...props} />;
    case 'settle':
      return <SettleDialog {...props} />;
    case 'register':
      return <RegisterDialog {...props} />;
    case 'duplicate':
      return <DuplicateDialog {...props} />;
  }
}

const useStep = ({ giveaway, onClose }: DialogProps) => useRichStep(giveaways, giveaway, onClose);

const usePoints = () => {
  const { t } = useMessages();
  return (value: number) => t('giveaway.escrow.points', { count: value });
};

function PublishDialog(props: DialogProps & { readonly onRegister: () => void }) {
  const { giveaway } = props;
  const { t } = useMessages();
  const send = useStep(props);
  const [accepts, setAccepts] = useState(false);
  const terms = termsOf(giveaway);
  const sponsor = giveaway.store?.name ?? null;
  const costs = giveaway.entryCostPoints > 0;
  const { isNeeded, newYork, florida } = giveaway.registration;
  const isUnregistered = isNeeded && (!newYork || !florida);
  return (
    <ReasonDialog
      title={t('giveaway.publish.title', { title: giveaway.title })}
      consequence={
        <>
          <p>{t('giveaway.publish.consequence')}</p>
          {giveaway.isSeedKeyOutsideDatabase ? null : <p>{t('giveaway.publish.seed-key')}</p>}
          <TermSentences terms={terms} sponsor={sponsor} />
          <div className={styles['box']}>
            <h3>{t('giveaway.escrow.title')}</h3>
            <WorstCase terms={terms} sponsor={sponsor} />
          </div>
          {isUnregistered ? (
            <>
              <RegistrationNotice terms={terms} />
              <p>
                <Button onClick={props.onRegister}>{t('giveaway.action.register')}</Button>
              </p>
            </>
          ) : null}
        </>
      }
      verb={t('giveaway.action.publish')}
      {...askedBefore(GIVEAWAY_MACHINE, 'publish')}
      typed={{ text: giveaway.code, label: t('giveaway.publish.typed', { code: giveaway.code }) }}
      isIncomplete={isUnregistered || (costs && !accepts)}
      onClose={props.onClose}
      onConfirm={(reason) =>
        send(giveawayDocuments.publish, {
          reason,
          confirmCode: giveaway.code,
          agreedEscrowPoints: giveaway.gauges.escrowPoints,
          acceptsConsideration: costs ? accepts : null,
        })
      }
    >
      {costs ? (
        <Checkbox
          size="xs"
          label={t('giveaway.publish.consideration')}
          description={t('giveaway.edit.consideration')}
          checked={accepts}
          onChange={(event) => setAccepts(event.currentTarget.checked)}
        />
      ) : null}
    </ReasonDialog>
  );
}

function CancelDialog(props: DialogProps) {
  const { giveaway } = props;
  const { t } = useMessages();
  const send = useStep(props);
  const points = usePoints();
  const { entries } = giveaway.figures;
  const { escrowBalance, pointsPaid } = giveaway.gauges;
  // The wallet also holds the points paid for entries.
  const escrow = Math.max(0, escrowBalance - pointsPaid);
  return (
    <ReasonDialog
      title={t('giveaway.cancel.title', { title: giveaway.title })}
      consequence={
        <>
          <p>{t(giveaway.state === 'DRAFT' ? 'giveaway.cancel.draft' : 'giveaway.cancel.consequence')}</p>
          {giveaway.state === 'DRAFT' ? null : (
            <ul className={styles['terms']}>
              <li>{t('giveaway.cancel.entries', { count: entries })}</li>
              <li>
                {pointsPaid === 0
                  ? t('giveaway.cancel.no-refund')
                  : t('giveaway.cancel.refund', { points: points(pointsPaid) })}
              </li>
              {escrow === 0 ? null : (
                <li>
                  {giveaway.store
                    ? t('giveaway.cancel.escrow-store', { points: points(escrow), store: giveaway.store.name })
                    : t('giveaway.cancel.escrow-company', { points: points(escrow) })}
                </li>
              )}
            </ul>
          )}
        </>
      }
      verb={t('giveaway.action.cancel')}
      {...askedBefore(GIVEAWAY_MACHINE, 'cancel')}
      isCancelling
      typed={{ text: giveaway.code, label: t('giveaway.cancel.typed', { code: giveaway.code }) }}
      onClose={props.onClose}
      onConfirm={(reason) => send(giveawayDocuments.cancel, { reason, confirmCode: giveaway.code })}
    />
  );
}

function AnnounceDialog(props: DialogProps) {
  const { giveaway } = props;
  const { t } = useMessages();
  const send = useStep(props);
  const [hasReviewed, setReviewed] = useState(false);
  return (
    <ReasonDialog
      title={t('giveaway.announce.title', { title: giveaway.title })}
      consequence={
        <>
          <p>{t('giveaway.announce.consequence', { count: giveaway.claimDays })}</p>
          <AnnounceReview giveaway={giveaway} />
        </>
      }
      verb={t('giveaway.action.announce')}
      {...askedBefore(GIVEAWAY_MACHINE, 'announce')}
      isIncomplete={!hasReviewed}
      onClose={props.onClose}
      onConfirm={() => send(giveawayDocuments.announce, { hasReviewed })}
    >
      <Checkbox
        size="xs"
        label={t('giveaway.announce.reviewed')}
        checked={hasReviewed}
        onChange={(event) => setReviewed(event.currentTarget.checked)}
      />
    </ReasonDialog>
  );
}

function SettleDialog(props: DialogProps) {
  const { giveaway } = props;
  const { t } = useMessages();
  const send = useStep(props);
  const points = usePoints();
  const { openPrizes, escrowBalance } = giveaway.gauges;
  return (
    <ReasonDialog
      title={t('giveaway.settle.title', { title: giveaway.title })}
      consequence={
        <>
          <p>{t('giveaway.settle.consequence')}</p>
          {openPrizes > 0 ? <p role="alert">{t('giveaway.settle.open', { count: openPrizes })}</p> : null}
          {escrowBalance > 0 ? <p>{t('giveaway.settle.leftover', { points: points(escrowBalance) })}</p> : null}
        </>
      }
      verb={t('giveaway.action.settle')}
      {...askedBefore(GIVEAWAY_MACHINE, 'settle')}
      isIncomplete={openPrizes > 0}
      onClose={props.onClose}
      onConfirm={(reason) => send(giveawayDocuments.settle, { reason })}
    />
  );
}

function RegisterDialog(props: DialogProps) {
  const { giveaway } = props;
  const { t } = useMessages();
  const send = useStep(props);
  const [newYork, setNewYork] = useState(giveaway.registration.newYork ?? '');
  const [florida, setFlorida] = useState(giveaway.registration.florida ?? '');
  const number = (label: string, value: string, set: (text: string) => void, isFirst: boolean) => (
    <TextInput
      label={label}
      inputWrapperOrder={FIELD_ORDER}
      maxLength={REGISTRATION_MAX_LENGTH}
      autoComplete="off"
      dir="ltr"
      value={value}
      {...(isFirst ? { 'data-autofocus': true } : {})}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
  return (
    <ReasonDialog
      title={t('giveaway.register.title')}
      consequence={<RegistrationNotice terms={termsOf(giveaway)} />}
      verb={t('giveaway.register.save')}
      {...askedBefore(GIVEAWAY_MACHINE, 'register')}
      onClose={props.onClose}
      onConfirm={() =>
        send(registerGiveawayMutation, { newYork: newYork.trim() || null, florida: florida.trim() || null })
      }
    >
      {number(t('giveaway.registration.new-york'), newYork, setNewYork, true)}
      {number(t('giveaway.registration.florida'), florida, setFlorida, false)}
    </ReasonDialog>
  );
}

function DuplicateDialog({ giveaway, onClose }: DialogProps) {
  const { t } = useMessages();
  const duplicate = useDuplicate(giveaways, giveaway, onClose);
  const [code, setCode] = useState('');
  return (
    <ReasonDialog
      title={t('giveaway.duplicate.title', { title: giveaway.title })}
      consequence={
        <>
          <p>{t('giveaway.duplicate.consequence')}</p>
          <CopiedSegment segment={giveaway.segment} />
        </>
      }
      verb={t('giveaway.action.duplicate')}
      {...askedBefore(GIVEAWAY_MACHINE, 'duplicate')}
      isIncomplete={!giveawayCode.safeParse(code).success}
      onClose={onClose}
      onConfirm={() => duplicate({ code })}
    >
      <CodeField description={t('giveaway.edit.code-hint')} value={code} onChange={setCode} />
    </ReasonDialog>
  );
}
