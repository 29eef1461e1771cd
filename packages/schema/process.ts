/**
 * A process: stages through which the records of a subject pass, such as the applications of an
 * admission session. The browser needs only its page; its stages are declared for the server.
 */
import type { Predicate } from './predicate.ts'
import type { Role } from './vocabulary.ts'

/** A date of the subject or of its part. */
export type ProcessDate = { readonly subject: string } | { readonly part: string }

/** Records of the subject: those in a view, those in some states, or all of them. */
export interface ProcessList<Name extends string = string> {
  readonly resource: Name
  readonly view?: string
  readonly states?: readonly string[]
}

/** A check of the subject, of its records, or of the settings. */
export type ProcessCheck<Name extends string = string> = {
  readonly of: Name
  /** The check applies only if the subject has such a record. */
  readonly usedWhen?: { readonly any: Name }
} & ({ readonly any: Predicate } | { readonly none: Predicate })

interface StageConditions<Name extends string> {
  /** Stages that have to be done before. */
  readonly after?: readonly string[]
  /** The stage exists only if the subject has such a record. */
  readonly usedWhen?: { readonly any: Name }
  /** The stage exists only if the subject has no such record. */
  readonly unusedWhen?: { readonly any: Name }
}

/** A stage that is done once all of its checks are met. */
export interface ChecklistStage<Name extends string = string> extends StageConditions<Name> {
  readonly checks: { readonly [check: string]: ProcessCheck<Name> }
}

/** A stage that is done once its records are processed. */
export interface RecordStage<Name extends string = string> extends StageConditions<Name> {
  readonly from: ProcessList<Name>
  /** `none`: the stage is done when no such record is left; `any`: as soon as there is one. */
  readonly doneWhen: 'none' | 'any'
  readonly due?: ProcessDate
  /** The field that contains the user who works on a record. The list needs it as a filter. */
  readonly people?: string
  /** Records that need attention, by view of the stage's list. `stops`: they prevent the next stage. */
  readonly blocks?: { readonly [view: string]: { readonly stops?: true } }
  /** The stage's button: opens its list or, with `create`, the form for a new record. */
  readonly next?: { readonly create?: true; readonly roles?: readonly Role[] }
}

export type ProcessStage<Name extends string = string> = ChecklistStage<Name> | RecordStage<Name>

/** The page of a process. */
export interface ProcessPage {
  readonly name: string
  /** Path segment of the page in each area. */
  readonly path: string
  readonly roles: readonly Role[]
  /** The menu section whose row opens the process. */
  readonly section: string
}

export interface ProcessSpec<Name extends string = string> {
  /**
   * Name of its page, and key of `process:processes`, whose texts name the stages and their
   * buttons.
   */
  readonly name: string
  readonly subject: {
    readonly resource: Name
    /** The setting that contains the current subject. */
    readonly current?: { readonly setting: string }
    /** Parts of a subject, such as its rounds; the field orders them. */
    readonly part?: { readonly resource: Name; readonly orderedBy: string }
  }
  /** Dates that the page lists, in order. */
  readonly dates?: readonly ProcessDate[]
  /** In order. */
  readonly stages: { readonly [stage: string]: ProcessStage<Name> }
}

/** A process with its page. */
export type Process = ProcessSpec & ProcessPage

/** Returns the declaration as it is. `checks/processes.ts` validates it at startup. */
export const defineProcess = <const Name extends string>(
  process: ProcessSpec<Name>,
): ProcessSpec<Name> => process

export const stagesOf = (process: ProcessSpec): readonly (readonly [string, ProcessStage])[] =>
  Object.entries(process.stages)
