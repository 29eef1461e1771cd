import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import { useEffect, useRef, useState } from 'react'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { fetchPublicConfig } from '../public-config.ts'
import type { ApplicationDraft, DraftFieldName, DraftValues } from './application-draft.ts'
import { ChoicesStep } from './choices/choices-step.tsx'
import { draftFiles } from './draft-files.ts'
import { loadFormItems } from './form-items/form-items.ts'
import { startProofOfWork } from './sending/form-proof.ts'
import { saveServerDraftInBackground } from './server-draft/server-draft.ts'
import { ApplicationCheckStep } from './steps/check-step.tsx'
import { ContactStep } from './steps/contact-step.tsx'
import { missingDocumentIssues } from './steps/document-issues.ts'
import { DocumentsStep } from './steps/documents-step.tsx'
import { IdentityStep } from './steps/identity-step.tsx'
import { ProgrammeStep } from './steps/programme-step.tsx'
import { QuestionsStep } from './steps/questions-step.tsx'
import { stepFields } from './steps/step-fields.ts'
import { type ApplicationStep, currentNavigationState, goTo, stepsOf } from './steps/steps.ts'
import type { DraftStore } from './use-application-draft.ts'
import { validateDraftStep } from './validation.ts'

const stepViews = {
  identity: IdentityStep,
  contact: ContactStep,
  questions: QuestionsStep,
  documents: DocumentsStep,
  check: ApplicationCheckStep,
}

/**
 * The form: shows one step at a time, validates it on Continue, and stores the answers while they
 * are typed.
 */
export function ApplyForm({
  publicConfig,
  draft,
  draftStore,
  step,
}: {
  publicConfig: WireIntake
  draft: ApplicationDraft
  draftStore: DraftStore
  step: ApplicationStep
}) {
  const [issues, setIssues] = useState<FieldIssues>({})
  const [attempt, setAttempt] = useState(0)
  const [isSaving, setSaving] = useState(false)
  const { uploads } = draftFiles(draft)
  const change = useRef(draftStore.change)
  change.current = draftStore.change
  // Opening the form is not enough to store a new draft.
  const isStored = draftStore.savedAt !== null || draft.step !== step
  useEffect(() => {
    if (isStored) change.current({ step })
  }, [step, isStored])
  useEffect(() => startProofOfWork(publicConfig.formToken), [publicConfig.formToken])

  /** Shows the issues. Returns whether there are any. */
  const reportIssues = (found: FieldIssues): boolean => {
    setIssues(found)
    if (Object.keys(found).length === 0) return false
    setAttempt((count) => count + 1)
    return true
  }
  const clearIssues = (names: readonly string[]) =>
    setIssues((current) => withoutFields(current, names))
  const onContinue = async () => {
    if (!draftStore.isLoaded) return
    const found =
      step === 'documents'
        ? missingDocumentIssues(uploads, draft.values, publicConfig)
        : validateDraftStep(step, draft, publicConfig)
    setIssues({ ...withoutFields(issues, stepFields(step, draft.values, publicConfig)), ...found })
    if (Object.keys(found).length > 0) return setAttempt((count) => count + 1)
    setSaving(true)
    await draftStore.save()
    setSaving(false)
    saveServerDraftInBackground(draftStore)
    // Checks in the background whether applications are still accepted. The questions of a form that
    // was published in the meantime are loaded for the next step.
    fetchPublicConfig().then(loadFormItems, () => {})
    const { fromCheck, field } = currentNavigationState()
    if (fromCheck) return goTo('check', { field: field ?? step })
    const steps = stepsOf(draft.values, publicConfig)
    goTo(steps[steps.indexOf(step) + 1] ?? 'check')
  }
  const setValues = (patch: Partial<DraftValues>) =>
    draftStore.change(({ values }) => ({ values: { ...values, ...patch } }))
  const setValue = (name: DraftFieldName, value: string) => setValues({ [name]: value })
  const View =
    step === 'programme' ? (publicConfig.merit ? ChoicesStep : ProgrammeStep) : stepViews[step]
  const frame = { step, attempt, isSaving, onContinue }
  return (
    <View
      key={step}
      {...{
        publicConfig,
        draft,
        draftStore,
        issues,
        setValue,
        setValues,
        clearIssues,
        frame,
        uploads,
        reportIssues,
      }}
    />
  )
}

const withoutFields = (issues: FieldIssues, names: readonly string[]): FieldIssues =>
  Object.fromEntries(Object.entries(issues).filter(([name]) => !names.includes(name)))
