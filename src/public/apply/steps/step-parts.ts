/** Props that each step of the form is given. */
import type { WireIntake } from '#model/admission/wire.ts'
import type { FieldIssues } from '#model/wire/wire.ts'
import type { Draft, ValueName, Values } from '../draft.ts'
import type { DraftDoor } from '../use-draft.ts'
import type { Step } from './steps.ts'

/** Props of every step. */
export interface StepParts {
  readonly intake: WireIntake
  readonly draft: Draft
  readonly door: DraftDoor
  readonly issues: FieldIssues
  readonly setValue: (name: ValueName, value: string) => void
  readonly setValues: (part: Partial<Values>) => void
  /** Takes back what was said of fields: the form itself has found or filled in their values, or does not judge them by the same any more. */
  readonly vouchFor: (names: readonly string[]) => void
  readonly frame: FrameParts
}

/** Parts that the frame of a step needs to lead on, and to take the focus when something is wrong. */
export interface FrameParts {
  readonly step: Step
  /** Counts the times that Continue found something wrong. */
  readonly attempt: number
  readonly isSaving: boolean
  readonly onContinue: () => void
}
