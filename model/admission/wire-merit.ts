/** The JSON shapes of an admission by merit: what programmes offer, what is wished for, and what became of it. */
import * as z from 'zod/mini'
import type { Answer } from '../wire/call.ts'
import { count, day, flag, id, instantOrNull, text, textOrNull } from '../wire/shapes.ts'

/** A grade that formulas read, with its name in each language. */
export const gradeName = z.strictObject({ name: text(), labels: z.record(text(), text()) })
export type WireGradeName = Answer<typeof gradeName>

const labels = z.record(text(), text())
/** A question or a document that programmes ask for, by the name under which it is sent, with its words in each language. */
export const askedName = z.strictObject({ name: text(), labels, choices: z.optional(z.record(text(), labels)) })
export type WireAskedName = Answer<typeof askedName>

/** Rules by which the places of a programme go by merit: expressions over the grades of an application, as the office wrote them. */
export const merit = z.strictObject({
  placesBudget: count(),
  placesFee: count(),
  /** Owed for the application; of several chosen programmes the highest, once. Null: nothing. */
  applicationFee: z.nullable(z.number()),
  special: z.array(z.strictObject({ kind: id(), places: count() })),
  formula: text(),
  /** Grades that tell equal averages apart, one after the other. */
  ties: z.array(text()),
  /** Those who are level all the same are told apart by a draw; else they come in together. */
  isDrawn: flag(),
  /** Grades that these read and the applicant states; the others come from the admission's own examination. */
  asks: z.array(text()),
  /** Questions and documents that it asks for beside those of everybody. */
  more: z.array(text()),
})
export type WireMerit = Answer<typeof merit>

/** A grade of an application, with its name in each language. */
const gradeGiven = z.strictObject({ name: text(), labels: z.record(text(), text()), value: z.nullable(z.number()) })

/** Result of a ranking, as its applicant is told: why this place, and what each choice would have needed. Averages in hundredths. */
export const result = z.strictObject({
  round: text(),
  hasPlace: flag(),
  /** Last day to confirm the place; null where it need not be, or is. */
  confirmBy: z.nullable(day()),
  confirmedAt: instantOrNull(),
  canConfirm: flag(),
  choices: z.array(
    z.strictObject({
      programme: text(),
      /** Position among the applicant's programmes, from 1: one programme has several kinds of places. */
      number: count(),
      /** `budget`, `fee`, or a special kind, which has a name. */
      kind: text(),
      kindName: textOrNull(),
      average: z.int(),
      position: count(),
      asked: count(),
      /** On the waiting list; null where this choice is not waited for. */
      waiting: z.nullable(count()),
      needed: z.nullable(z.int()),
      isWon: flag(),
      /** Calculation of the average now; null where the programme is by merit no more. */
      formula: textOrNull(),
      ties: z.array(text()),
      isDrawn: flag(),
    }),
  ),
  /** The grades that the calculations read, as they stand in the application now. */
  grades: z.array(gradeGiven),
})
export type WireResult = Answer<typeof result>

export const wishes = {
  /** The programmes that are asked for, the first choice first; `wish` is null where the kind of place was left open. */
  choices: z.array(z.strictObject({ programme: text(), wish: z.nullable(z.enum(['budget_then_fee', 'budget', 'fee'])) })),
  /** Grades of the application. */
  grades: z.array(gradeGiven),
  /** Questions and documents that its programmes ask for, or that it has; `value` is what was answered in words. */
  asked: z.array(z.extend(askedName, { value: textOrNull() })),
}
export type WireWishes = Answer<z.ZodMiniObject<typeof wishes>>
