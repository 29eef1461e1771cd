/** Wire shapes of an application as staff see it when they review it. */

import type { ResponseBody } from '@matricola/schema/wire/call.ts'
import {
  flag,
  id,
  instant,
  instantOrNull,
  text,
  textOrNull,
} from '@matricola/schema/wire/shapes.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import * as z from 'zod/mini'
import { fixedItemTextsSchema, formColumnSchema } from './form-content.ts'
import {
  applicationState,
  documentMark,
  fileShape,
  registrationEventTypes,
  registrationStatus,
} from './wire.ts'
import { choicesShape, resultSchema } from './wire-merit.ts'
import { officeMessage } from './wire-messages.ts'

/** Author of an event. The name is that of the staff member. */
const actor = z.strictObject({ kind: z.enum(['applicant', 'staff', 'system']), name: text() })

/** An event of the timeline for staff. The timeline starts with the newest. */
const registrationEvent = z.strictObject({
  id: id(),
  type: z.enum(registrationEventTypes),
  at: instant(),
  actor,
  from: z.nullable(registrationStatus),
  to: z.nullable(registrationStatus),
  /** An internal note, or the message sent to the applicant. */
  note: textOrNull(),
  payload: z.record(text(), z.unknown()),
  /** When the event becomes visible to the applicant; null: never. */
  visibleFrom: instantOrNull(),
})
export type WireRegistrationEvent = ResponseBody<typeof registrationEvent>

const document = z.strictObject({
  ...fileShape,
  hasActiveContent: flag(),
  mark: z.nullable(documentMark),
  /** Whether the caller has opened this version of the file. */
  isViewed: flag(),
  older: z.array(z.strictObject({ url: text(), name: text(), replacedAt: instant() })),
})
export type WireDocument = ResponseBody<typeof document>

/**
 * Result of an automatic check, shown next to the field. Text key: `review:checks.<code>`.
 */
const check = z.strictObject({
  field: text(),
  code: z.enum([
    'cnpMatches',
    'otherBirthDate',
    'otherSex',
    'oddCounty',
    'identityWaived',
    'sameCnp',
    'sameEmail',
    'mailFailed',
    'automated',
    'emailUnverified',
    'emailDisputed',
    'unusualAge',
    'otherCounty',
  ]),
  tone: z.enum(['good', 'warning', 'problem']),
  /** For `sameCnp` and `sameEmail`: the other application. */
  other: z.optional(z.strictObject({ id: id(), reference: text(), status: registrationStatus })),
})
export type WireCheck = ResponseBody<typeof check>

const formAnswer = z.strictObject({
  /** Id, name in files and type of the question. */
  id: text(),
  key: text(),
  type: text(),
  label: z.record(text(), text()),
  answer: z.unknown(),
  /** Labels of the chosen options, for a question with options. */
  options: z.optional(z.array(z.record(text(), text()))),
  /** Columns of a table, by whose ids its rows have their values. */
  columns: z.optional(z.array(formColumnSchema)),
})
export type WireFormAnswer = ResponseBody<typeof formAnswer>

/** Data for the review of an application, in addition to its fields. */
export const registrationDetailsShape = {
  timeline: z.array(registrationEvent),
  documents: z.array(document),
  checks: z.array(check),
  /**
   * Degree of the programme, which determines the labels of documents; empty if the programme no
   * longer exists.
   */
  cycle: text(),
  /** A decision that the applicant has not been notified of; null if there is none. */
  hold: z.nullable(
    z.strictObject({
      notifyAt: instant(),
      /** Whether staff must release it. */
      isManual: flag(),
      canUndo: flag(),
      notifiedStatus: registrationStatus,
    }),
  ),
  choices: choicesShape.choices,
  /** Questions and documents that the chosen programmes require or that have an answer. */
  questions: choicesShape.questions,
  /** Texts that the application form had for fields and documents instead of the usual ones. */
  fieldTexts: fixedItemTextsSchema,
  /** Answers to the application form that the application was sent with, in its order. */
  formAnswers: z.array(formAnswer),
  /** Further questions that a change request can name. */
  unansweredItems: z.array(
    z.strictObject({ id: text(), type: text(), label: z.record(text(), text()) }),
  ),
  /** Whether any of the programmes admits by merit. Grades must then be confirmed. */
  isRanked: flag(),
  /** Author of the current value of each grade: the applicant or staff. */
  gradesEntered: z.array(z.strictObject({ grade: text(), at: instant(), actor })),
  /** The conversation with the applicant, oldest message first. */
  messages: z.array(officeMessage),
  /** The state as the applicant reads it, including a transition on hold. */
  state: applicationState,
  /** Absent if no results were released. */
  result: z.optional(resultSchema),
}

/** An application as staff see it: the record and the data for its review. */
export type WireRegistration = WireRecord &
  ResponseBody<z.ZodMiniObject<typeof registrationDetailsShape>>
