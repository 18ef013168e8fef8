import { fillPlaceholders, hasPlaceholders, SOURCE_LOCALE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { part } from '../../../lib/page/part.ts';
import { LockedNote } from '../../../records/fields/open-field.tsx';
import { type SavedForm, useRichForm } from '../../../records/form/use-rich-form.ts';
import { rightTo } from '../../../records/state-actions.ts';
import { SideColumn } from '../../../records/wizard/side-card.tsx';
import { useStep } from '../../../records/wizard/step-plan.ts';
import { Wizard } from '../../../records/wizard/wizard.tsx';
import { AudienceXray } from '../audience/audience-xray.tsx';
import { useAudience } from '../audience/use-audience.ts';
import { useContentLanguages } from '../language-tabs.tsx';
import type { NotificationRecord } from '../notification.entity.ts';
import { useTopics } from '../notification-choices.ts';
import { contentIn } from '../notification-languages.ts';
import { NotificationStateMark } from '../notification-state.tsx';
import { PhonePreview } from '../phone-preview.tsx';
import { AudienceStep } from './audience-step.tsx';
import { Checks } from './checks.tsx';
import { ContentStep } from './content-step.tsx';
import { missingFields, NOTIFICATION_ROOTS, notificationRules } from './notification-form-rules.ts';
import { currentTerms, type NotificationValues } from './notification-form-values.ts';
import { NOTIFICATION_PLAN, type NotificationStep, STORED_STEPS } from './notification-plan.ts';
import { PreviewSampleChoice, usePreviewSample } from './preview-sample.tsx';
import { ReviewStep } from './review-step.tsx';
import { TestStep } from './test-step.tsx';
import { TimingStep } from './timing-step.tsx';
import { useNotificationWords } from './use-notification-words.ts';

const ScheduleDialog = part(() => import('../dispatch/schedule-dialog.tsx'), 'ScheduleDialog');

/** Properties of {@link NotificationForm}. */
export interface NotificationFormProps extends SavedForm<NotificationValues> {
  readonly label: string;
  readonly base: NotificationValues;
  /** The saved notification; null for a new one. */
  readonly stored: NotificationRecord | null;
  /** Called after a save, with the next step if that needs a saved notification. */
  readonly onSaved: (next: NotificationStep | null) => void;
  readonly onCancel: () => void;
  readonly onScheduled: () => void;
}

/**
 * The notification form in steps, with the phone preview and the audience beside it. A problem leads to its step and
 * language.
 */
export function NotificationForm(props: NotificationFormProps) {
  const { stored } = props;
  const { t } = useMessages();
  const words = useNotificationWords();
  const wanted = useRef<NotificationStep | null>(null);
  const { form, rules } = useRichForm(props, {
    base: props.base,
    rulesOf: notificationRules,
    required: NOTIFICATION_ROOTS,
    terms: { valuesOf: currentTerms },
    onRefused: () => {
      wanted.current = null;
    },
    onSaved: () => props.onSaved(wanted.current),
  });
  const missing = missingFields(rules, form.values);
  const nameOf = (each: NotificationStep) => t(`notification.step.${each}`);
  const place = useStep(NOTIFICATION_PLAN, form);
  const { step } = place;
  const mustSave = stored === null || form.isDirty;
  const goTo = (next: NotificationStep) => {
    if (!STORED_STEPS.includes(next) || !mustSave) return place.goTo(next);
    // Tests and confirmation use the saved notification.
    wanted.current = next;
    form.submit();
  };
  const languages = useContentLanguages(form.values);
  const [language, setLanguage] = useState(SOURCE_LOCALE as string);
  const shown = languages.includes(language) ? languages : [...languages, language];
  const audience = useAudience(form.values);
  const topics = useTopics(form.values.topicId);
  const isService = topics.find(({ id }) => id === form.values.topicId)?.kind === 'SERVICE';
  const { isFallback, ...content } = contentIn(form.values, language);
  const sample = usePreviewSample(form.values.topicId, hasPlaceholders(content.title + content.body));
  const parts = { form, labelOf: words.labelOf, isOpen: props.isOpen };
  const isStored = stored !== null && !form.isDirty;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Wizard
        form={form}
        label={props.label}
        title={form.values[`titleI18n.${SOURCE_LOCALE}`]?.trim() || props.label}
        state={<NotificationStateMark state={stored?.state ?? 'DRAFT'} variant="pill" />}
        {...words}
        plan={NOTIFICATION_PLAN}
        place={{ ...place, goTo }}
        nameOf={nameOf}
        isDue={(each) => props.version > 0 || place.isBegun(each)}
        missing={missing}
        verb={t('notification.edit.save')}
        finish={
          <Button
            variant="filled"
            leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
            disabled={!isStored || rightTo(stored, 'SCHEDULE')?.isAllowed !== true}
            onClick={() => setAsking(true)}
          >
            {t(isStored && stored.sendMode === 'NOW' ? 'notification.action.send' : 'notification.action.schedule')}
          </Button>
        }
        onSave={() => {
          wanted.current = null;
        }}
        onCancel={props.onCancel}
        sideLabel={t('notification.xray.label')}
        side={
          <>
            <PhonePreview
              content={{
                title: fillPlaceholders(content.title, sample?.values ?? null, language),
                body: fillPlaceholders(content.body, sample?.values ?? null, language),
                imageUrl: form.values.imageUrl || null,
              }}
              language={language}
              isFallback={isFallback}
              choice={sample ? <PreviewSampleChoice sample={sample} /> : null}
            />
            <SideColumn>
              <AudienceXray audience={audience} />
              <Checks
                values={form.values}
                missing={missing}
                languages={shown}
                labelOf={words.labelOf}
                audience={audience.data}
                isTested={isStored && stored.isTested}
              />
            </SideColumn>
          </>
        }
      >
        <LockedNote
          fields={NOTIFICATION_PLAN.fields[step]}
          isOpen={props.isOpen}
          some={t('notification.locked.some')}
          all={t('notification.locked.all')}
        />
        {step === 'content' ? (
          <ContentStep {...parts} languages={shown} language={language} onLanguage={setLanguage} />
        ) : null}
        {step === 'audience' ? <AudienceStep {...parts} /> : null}
        {step === 'timing' ? <TimingStep {...parts} audience={audience.data} isService={isService} /> : null}
        {step === 'test' ? (
          isStored ? (
            <TestStep notification={stored} language={language} languages={languages} />
          ) : (
            <SaveFirst />
          )
        ) : null}
        {step === 'review' ? (
          isStored ? (
            <ReviewStep notification={stored} audience={audience.data} languages={languages} onStep={goTo} />
          ) : (
            <SaveFirst />
          )
        ) : null}
      </Wizard>
      {isAsking && isStored ? (
        <ScheduleDialog notification={stored} onClose={() => setAsking(false)} onScheduled={props.onScheduled} />
      ) : null}
    </>
  );
}

function SaveFirst(): ReactNode {
  const { t } = useMessages();
  return <p className="bc-form-hint">{t('notification.edit.save-first')}</p>;
}
