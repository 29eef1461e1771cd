/** Wire shapes of a merit-based admission: rules of programmes, choices, grades and results. */

import type { ResponseBody } from '@matricola/schema/wire/call.ts'
import {
  count,
  day,
  flag,
  id,
  instant,
  instantOrNull,
  text,
  textOrNull,
} from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'
import { formConditionSchema } from './form-content.ts'
import { acceptanceModes } from './place-acceptance.ts'
import { choiceReasons } from './ranking.ts'

/** A grade, question or missing part of an application, with its label in each language. */
export const gradeNameSchema = z.strictObject({ name: text(), labels: z.record(text(), text()) })
export type WireGradeName = ResponseBody<typeof gradeNameSchema>

const labels = z.record(text(), text())
/**
 * A question or document that programmes require: its name on the wire, and its labels in each
 * language.
 */
export const questionSchema = z.strictObject({
  name: text(),
  labels,
  choices: z.optional(z.record(text(), labels)),
})
export type WireQuestion = ResponseBody<typeof questionSchema>

/**
 * How a programme ranks applications. `formula` and `ties` are expressions over grades, as staff
 * entered them.
 */
export const meritSchema = z.strictObject({
  placesBudget: count(),
  placesFee: count(),
  /**
   * Application fee; null if there is none. With several choices only the highest fee is owed,
   * once.
   */
  applicationFee: z.nullable(z.number()),
  /** Fees of applicants who meet a condition, in order; see `admission-fee.ts`. */
  feeExceptions: z.optional(
    z.array(z.strictObject({ when: formConditionSchema, amount: z.number() })),
  ),
  special: z.array(z.strictObject({ kind: id(), places: count() })),
  formula: text(),
  /** Tie-breakers for equal averages, in order. */
  ties: z.array(text()),
  /** Whether remaining ties are broken by lot. Otherwise equal applicants are admitted together. */
  isDrawn: flag(),
  /** Condition over grades that applicants must meet to be ranked; null if there is none. */
  requires: textOrNull(),
  /** Grades in these expressions that applicants enter. The others come from the admission exam. */
  requiredGrades: z.array(text()),
  /** Additional questions and documents of this programme. */
  requirements: z.array(text()),
})
export type WireMerit = ResponseBody<typeof meritSchema>

/** A grade of an application, with its label in each language. */
const gradeGiven = z.strictObject({
  name: text(),
  labels: z.record(text(), text()),
  value: z.nullable(z.number()),
})

/**
 * The result of an allocation for one applicant: each choice, its position, and the reason for its
 * outcome. Averages are in hundredths.
 */
export const resultSchema = z.strictObject({
  round: text(),
  hasPlace: flag(),
  /** Last day to confirm the place; null if it needs no confirmation or is confirmed. */
  confirmBy: z.nullable(day()),
  confirmedAt: instantOrNull(),
  canConfirm: flag(),
  choices: z.array(
    z.strictObject({
      programme: text(),
      /**
       * Position of the programme among the applicant's choices, starting at 1. One programme can
       * have several types of places.
       */
      number: count(),
      /** `budget`, `fee`, or the id of a type of reserved place, which has a `kindName`. */
      kind: text(),
      kindName: textOrNull(),
      average: z.int(),
      position: count(),
      applicants: count(),
      /** Places of this type in the round. */
      places: count(),
      /** Number of them that applicants had confirmed before, and keep. */
      held: count(),
      /** Number on the waiting list; null if the applicant is not on it. */
      waiting: z.nullable(count()),
      /** Number of applicants admitted in this round. */
      admitted: count(),
      /** Whether places are left. */
      isFree: flag(),
      /** Lowest average admitted in this round, without those who had confirmed the place before. */
      lastAverage: z.nullable(z.int()),
      isWon: flag(),
      /** Why; null in results that were computed before reasons were stored. */
      reason: z.nullable(z.enum(choiceReasons)),
      /**
       * The tie-breakers up to the one that decided, with the values of the applicant and of the last
       * one admitted, in hundredths; empty unless `reason` is `tie`.
       */
      ties: z.array(z.strictObject({ formula: text(), own: z.int(), last: z.int() })),
      /**
       * Draw numbers of the applicant and of the last one admitted: the first 8 hexadecimal digits of
       * the SHA-256 digests of their reference numbers. Null unless `reason` is `draw`, and once the
       * data of the other person is erased.
       */
      draw: z.nullable(z.strictObject({ own: text(), last: text() })),
      /** The formula that these results used; null if the programme no longer admitted by merit. */
      formula: textOrNull(),
    }),
  ),
  /** Choices that are not ranked, because the applicant does not meet a condition. */
  ineligible: z.array(
    z.strictObject({
      programme: text(),
      /** Position among the applicant's choices, counted together with those above. */
      number: count(),
      /** The condition, over grades. */
      requires: text(),
    }),
  ),
  /** Missing parts, if the application was not ranked, or only for the place that it keeps. */
  missing: z.array(gradeNameSchema),
  /** Grades used in the formulas and conditions, as they are in the application now. */
  grades: z.array(gradeGiven),
})
export type WireResult = ResponseBody<typeof resultSchema>

/** A place with what it costs. Amounts that are not known or do not apply are null. */
const questionPlace = {
  specializationId: id(),
  /** `budget`, `fee`, or the id of a type of reserved place, which has a `kindName`. */
  kind: text(),
  kindName: textOrNull(),
  programme: text(),
  funding: z.enum(['budget', 'fee']),
  /** Position of the programme among the applicant's choices, starting at 1; 0 if it is none. */
  number: count(),
  /** Tuition for a year; null for a state-funded place, and if the university has not entered it. */
  tuition: z.nullable(z.number()),
  confirmationFee: z.nullable(z.number()),
}
export type WireQuestionPlace = ResponseBody<z.ZodMiniObject<typeof questionPlace>>

/** The question whether the applicant keeps the place or may be moved to a higher choice. */
export const placeQuestionSchema = z.strictObject({
  /** Identifies the places and amounts below. An answer contains it. */
  shown: text(),
  held: z.strictObject(questionPlace),
  /** Number of programmes that the applicant chose. */
  choiceCount: count(),
  /** Higher choices that may become free in a later round; empty if there are none. */
  higher: z.array(
    z.strictObject({
      ...questionPlace,
      /** Whether it may cost more than the place that the applicant has. */
      costsMore: flag(),
      /** Whether the answer agreed to it before an amount was raised, and no longer counts for it. */
      isConsentVoid: flag(),
    }),
  ),
  /** Last day for answering; null if there is none. */
  until: z.nullable(day()),
  /** Whether the answer can be given or changed now. */
  isOpen: flag(),
  nextResultsOn: z.nullable(day()),
  /** The newest answer; null if there is none. */
  answer: z.nullable(
    z.strictObject({
      mode: z.enum(acceptanceModes),
      consented: z.array(
        z.strictObject({
          specializationId: id(),
          kind: text(),
          tuition: z.nullable(z.number()),
          confirmationFee: z.nullable(z.number()),
        }),
      ),
      agreedToPay: flag(),
      at: instant(),
    }),
  ),
})
export type WirePlaceQuestion = ResponseBody<typeof placeQuestionSchema>

/** The answer to `placeQuestionSchema`. */
export const placeAnswerSchema = z.strictObject({
  mode: z.enum(acceptanceModes),
  /** Wanted higher choices; empty if the place is kept. */
  consented: z
    .array(z.strictObject({ specializationId: id(), kind: text() }))
    .check(z.maxLength(60)),
  /** Whether the applicant agreed to the costs that were shown. */
  agreedToPay: flag(),
  shown: text(),
})
export type WirePlaceAnswer = ResponseBody<typeof placeAnswerSchema>

export const choicesShape = {
  /**
   * The chosen programmes in order of preference. `fundingPreference` is null if the applicant has
   * no preference for a type of place.
   */
  choices: z.array(
    z.strictObject({
      programme: text(),
      fundingPreference: z.nullable(z.enum(['budget_then_fee', 'budget', 'fee'])),
    }),
  ),
  grades: z.array(gradeGiven),
  /**
   * Questions and documents that the programmes require or that have an answer. `value` is the
   * answer in words.
   */
  questions: z.array(z.extend(questionSchema, { value: textOrNull() })),
}
export type WireChoices = ResponseBody<z.ZodMiniObject<typeof choicesShape>>
