import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { addressParam } from '@matricola/console/public/address.ts'
import { PublicFrame } from '@matricola/console/public/public-frame.tsx'
import { formatLongInstant } from '@matricola/schema/values/dates.ts'
import { useRef, useState } from 'react'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { admissionPath, programmeParam, statusPath } from '#resources/paths.ts'
import { takeFocus } from '../take-focus.ts'
import { TranslatedNameText } from '../university-language.tsx'
import { ApplicationDeadline } from './application-deadline.tsx'
import type { ApplicationDraft, DraftValues } from './application-draft.ts'
import { goTo, stepsOf } from './steps/steps.ts'
import type { DraftStore } from './use-application-draft.ts'
import { isFormLoaded, useFormBundle } from './use-form-bundle.ts'

/** Requirements and deadline, shown before the first question. */
export function StartPage({
  publicConfig,
  draftStore,
}: {
  publicConfig: WireIntake
  draftStore: DraftStore
}) {
  const t = useText('public')
  // The code of the dates is part of the form's bundle, which loads while the applicant reads.
  const form = useFormBundle(false)
  const start = async () => {
    if (await draftStore.startIfNone(initialAnswers(publicConfig))) goTo('identity')
  }
  const startOver = async () => {
    await draftStore.startOver(initialAnswers(publicConfig))
    goTo('identity')
  }
  /** Does not change an existing choice, because a link never changes answers. */
  const resume = ({ step, values }: ApplicationDraft) => {
    if (values.specializationId === '')
      draftStore.change({ values: { ...values, ...initialAnswers(publicConfig) } })
    goTo(step)
  }
  const programmeId =
    draftStore.draft?.values.specializationId || (findLinkedProgramme(publicConfig)?.id ?? null)
  return (
    <PublicFrame title={t('apply.start.title')}>
      <h1>{t('apply.start.title')}</h1>
      <p>{t('apply.start.intro')}</p>
      <ApplicationDeadline {...{ publicConfig, programmeId }} />
      <LinkedProgramme publicConfig={publicConfig} draft={draftStore.draft} />
      <h2 className="apply-section">{t('apply.start.needed')}</h2>
      <ul className="apply-list">
        <li>{t('apply.start.idCard')}</li>
        <li>{t('apply.start.diploma')}</li>
        {publicConfig.specializations.some(({ cycle }) => cycle === 'master') ? (
          <li>{t('apply.start.masterDiploma')}</li>
        ) : null}
        <li>{t('apply.start.cv')}</li>
      </ul>
      <p>{t('apply.start.files')}</p>
      {draftStore.draft ? (
        <ResumeDraft
          draft={draftStore.draft}
          publicConfig={publicConfig}
          onResume={resume}
          onStartOver={startOver}
        />
      ) : (
        <button type="button" className="button button-primary" onClick={start}>
          {t('apply.start.begin')}
        </button>
      )}
      <p className="public-aside apply-aside">
        <span>{t('apply.start.applied')}</span>
        <a href={statusPath}>{t('apply.status')}</a>
      </p>
      {draftStore.isLoaded && isFormLoaded(form) ? (
        <form.Dates {...{ publicConfig, programmeId }} />
      ) : null}
    </PublicFrame>
  )
}

/**
 * The programme named by the link, or the one already chosen in the draft on this device. A link
 * never changes answers.
 */
function LinkedProgramme({
  publicConfig,
  draft,
}: {
  publicConfig: WireIntake
  draft: ApplicationDraft | null
}) {
  const t = useText('public')
  const linkedProgramme = findLinkedProgramme(publicConfig)
  if (!linkedProgramme) return null
  const chosenProgramme = publicConfig.specializations.find(
    ({ id }) => id === draft?.values.specializationId,
  )
  return (
    <section className="apply-note" aria-labelledby="chosen">
      <h2 id="chosen">
        <TranslatedNameText of={chosenProgramme ?? linkedProgramme} />
      </h2>
      <p>
        {t(
          chosenProgramme && chosenProgramme.id !== linkedProgramme.id
            ? 'apply.start.choseBefore'
            : 'apply.start.chosen',
        )}
      </p>
      <p>
        <a href={admissionPath}>{t('apply.start.chooseOther')}</a>
      </p>
    </section>
  )
}

/**
 * Starting over deletes the answers, so it asks for confirmation and names the data that will be
 * lost.
 */
function ResumeDraft({
  draft,
  publicConfig,
  onResume,
  onStartOver,
}: {
  draft: ApplicationDraft
  publicConfig: WireIntake
  onResume: (draft: ApplicationDraft) => void
  onStartOver: () => void
}) {
  const t = useText('public')
  const language = useLanguage()
  const [isConfirming, setConfirming] = useState(false)
  const resume = useRef<HTMLButtonElement>(null)
  const saved = {
    number: stepsOf(draft.values, publicConfig).indexOf(draft.step) + 1,
    date: formatLongInstant(draft.savedAt, language),
  }
  return (
    <div className="apply-resume">
      <p>{t('apply.start.found', saved)}</p>
      <button
        ref={resume}
        type="button"
        className="button button-primary"
        onClick={() => onResume(draft)}
      >
        {t('apply.start.resume')}
      </button>
      {isConfirming ? (
        <div className="apply-note" role="alert" tabIndex={-1} ref={takeFocus}>
          <p>{t('apply.start.deletes', saved)}</p>
          <div className="apply-buttons">
            <button type="button" className="button button-danger" onClick={onStartOver}>
              {t('apply.start.delete')}
            </button>
            <button
              type="button"
              className="button"
              onClick={() => {
                setConfirming(false)
                resume.current?.focus()
              }}
            >
              {t('apply.start.keep')}
            </button>
          </div>
        </div>
      ) : (
        <button type="button" className="button" onClick={() => setConfirming(true)}>
          {t('apply.start.again')}
        </button>
      )}
    </div>
  )
}

/** The programme that the link names, if it is still offered. */
function findLinkedProgramme({ specializations }: WireIntake) {
  const code = addressParam(programmeParam)
  return specializations.find((specialization) => specialization.code === code) ?? null
}

/** The answers that the form starts with. */
function initialAnswers(publicConfig: WireIntake): Partial<DraftValues> {
  const linkedProgramme = findLinkedProgramme(publicConfig)
  return linkedProgramme
    ? {
        departmentProfileId: linkedProgramme.departmentProfileId,
        specializationId: linkedProgramme.id,
      }
    : {}
}
