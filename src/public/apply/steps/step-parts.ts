/** Props of the form's steps. */
import type { WireIntake } from '#model/admission/wire.ts'
import type { FieldIssues } from '#model/wire/wire.ts'
import type { Draft, ValueName, Values } from '../draft.ts'
import type { DraftDoor } from '../use-draft.ts'
import type { Step } from './steps.ts'

export interface StepParts {
  readonly intake: WireIntake
  readonly draft: Draft
  readonly door: DraftDoor
  readonly issues: FieldIssues
  readonly setValue: (name: ValueName, value: string) => void
  readonly setValues: (part: Partial<Values>) => void
  /** Clears the issues of fields: the form has filled in their values, or no longer validates them in the same way. */
  readonly vouchFor: (names: readonly string[]) => void
  readonly frame: FrameParts
}

/** Props that a step's frame needs to continue, and to take the focus when there are errors. */
export interface FrameParts {
  readonly step: Step
  /** Counts how often Continue has found errors. */
  readonly attempt: number
  readonly isSaving: boolean
  readonly onContinue: () => void
}
