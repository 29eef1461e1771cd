import { useEffect, useRef, useState } from 'react'
import type { WireIntake } from '#model/admission/wire.ts'
import type { FieldIssues } from '#model/wire/wire.ts'
import { askIntake } from '../university.ts'
import { issuesOf } from './checks.ts'
import { ChoicesStep } from './choices/choices-step.tsx'
import type { Draft, ValueName, Values } from './draft.ts'
import { filesOf } from './files.ts'
import { keepUpToDate } from './later/later.ts'
import { prepareProof } from './sending/form-proof.ts'
import { CheckStep } from './steps/check-step.tsx'
import { ContactStep } from './steps/contact-step.tsx'
import { documentIssues } from './steps/document-issues.ts'
import { DocumentsStep } from './steps/documents-step.tsx'
import { IdentityStep } from './steps/identity-step.tsx'
import { ProgrammeStep } from './steps/programme-step.tsx'
import { fieldsOf } from './steps/step-fields.ts'
import { currentPassage, goTo, type Step, steps } from './steps/steps.ts'
import type { DraftDoor } from './use-draft.ts'

const views = { identity: IdentityStep, contact: ContactStep, documents: DocumentsStep, check: CheckStep }

/** The form: shows one step at a time, validates it on Continue, and stores the answers while they are typed. */
export function ApplyForm({ intake, draft, door, step }: { intake: WireIntake; draft: Draft; door: DraftDoor; step: Step }) {
  const [issues, setIssues] = useState<FieldIssues>({})
  const [attempt, setAttempt] = useState(0)
  const [isSaving, setSaving] = useState(false)
  const { uploads } = filesOf(draft)
  const change = useRef(door.change)
  change.current = door.change
  // Opening the form is not enough to store a new draft.
  const isKept = door.savedAt !== null || draft.step !== step
  useEffect(() => {
    if (isKept) change.current({ step })
  }, [step, isKept])
  useEffect(() => prepareProof(intake.formToken), [intake.formToken])

  /** Shows the issues. Returns whether there are any. */
  const refuse = (found: FieldIssues): boolean => {
    setIssues(found)
    if (Object.keys(found).length === 0) return false
    setAttempt((count) => count + 1)
    return true
  }
  const vouchFor = (names: readonly string[]) => setIssues((now) => without(now, names))
  const onContinue = async () => {
    if (!door.isLoaded) return
    const found = step === 'documents' ? documentIssues(uploads, draft.values, intake) : issuesOf(step, draft.values, intake)
    setIssues({ ...without(issues, fieldsOf(step, draft.values, intake)), ...found })
    if (Object.keys(found).length > 0) return setAttempt((count) => count + 1)
    setSaving(true)
    await door.save()
    setSaving(false)
    keepUpToDate(door)
    // Checks in the background whether applications are still accepted.
    askIntake()
    const { fromCheck, field } = currentPassage()
    if (fromCheck) return goTo('check', { field: field ?? step })
    goTo(steps[steps.indexOf(step) + 1] ?? 'check')
  }
  const setValues = (part: Partial<Values>) => door.change(({ values }) => ({ values: { ...values, ...part } }))
  const setValue = (name: ValueName, value: string) => setValues({ [name]: value })
  const View = step === 'programme' ? (intake.merit ? ChoicesStep : ProgrammeStep) : views[step]
  const frame = { step, attempt, isSaving, onContinue }
  return <View key={step} {...{ intake, draft, door, issues, setValue, setValues, vouchFor, frame, uploads, refuse }} />
}

const without = (issues: FieldIssues, names: readonly string[]): FieldIssues =>
  Object.fromEntries(Object.entries(issues).filter(([name]) => !names.includes(name)))
