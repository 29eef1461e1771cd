/**
 * Messages between the console and the frame that shows an application form as a preview. Both are
 * pages of the same origin.
 */
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import type { DraftValues } from '../apply/application-draft.ts'
import type { ApplicationStep } from '../apply/steps/steps.ts'

/** From the console: what the frame shows. */
export interface PreviewRequest {
  /** The public data, with the form that is previewed. */
  readonly intake: WireIntake
  /** Identifies the example person. Another one starts a new application. */
  readonly person: string
  /** Answers that differ from those in the frame. */
  readonly values: Partial<DraftValues>
  /** The step to open; absent: the current one stays. */
  readonly step?: ApplicationStep | undefined
  /** Shown instead of sending anything. */
  readonly notice: string
}

/** From the frame. `ready`: it waits for a request. `failed`: its code could not be loaded. */
export type PreviewReport =
  | { readonly type: 'ready' | 'failed' }
  | {
      readonly type: 'answered'
      readonly person: string
      readonly values: DraftValues
      readonly step: ApplicationStep
      /** Steps of this applicant, in order. */
      readonly steps: readonly ApplicationStep[]
      /** Ids of the items that this applicant is asked. */
      readonly asked: readonly string[]
    }
