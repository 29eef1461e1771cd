/** Props of the form's steps. */

import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import type { ApplicationDraft, DraftFieldName, DraftValues } from '../application-draft.ts'
import type { DraftStore } from '../use-application-draft.ts'
import type { ApplicationStep } from './steps.ts'

export interface StepProps {
  readonly publicConfig: WireIntake
  readonly draft: ApplicationDraft
  readonly draftStore: DraftStore
  readonly issues: FieldIssues
  readonly setValue: (name: DraftFieldName, value: string) => void
  readonly setValues: (patch: Partial<DraftValues>) => void
  /**
   * Clears the issues of fields: the form has filled in their values, or no longer validates them
   * in the same way.
   */
  readonly clearIssues: (names: readonly string[]) => void
  readonly frame: StepFrameState
}

/** Props that a step's frame needs to continue, and to take the focus when there are errors. */
export interface StepFrameState {
  readonly step: ApplicationStep
  /** Counts how often Continue has found errors. */
  readonly attempt: number
  readonly isSaving: boolean
  readonly onContinue: () => void
}
