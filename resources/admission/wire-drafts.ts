/** Wire shapes of application drafts, which applicants keep on the server to continue on another device. */

import { stagedFileSchema } from '@matricola/schema/calls/files.ts'
import { refineWithCode } from '@matricola/schema/value-schemas.ts'
import type { ResponseBody } from '@matricola/schema/wire/call.ts'
import {
  count,
  flag,
  id,
  instant,
  namedSchema,
  text,
  textOrNull,
} from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'
import { maxAnswersLength } from '../application-form.ts'

const short = () => text().check(z.maxLength(60))
/** Limits well above what any form needs. */
const maxValueLength = 10_000

const isForm = ({ answers: _, ...values }: { readonly [name: string]: string }) =>
  Object.keys(values).length <= 60 &&
  Object.keys(values).every((name) => name.length <= 60) &&
  JSON.stringify(values).length <= 20_000

/** Content of an application draft, as the device stores it. */
export const draftContentSchema = namedSchema(
  'DraftContent',
  z.strictObject({
    /** Idempotency key for the submission, the same on every device. */
    key: text().check(z.regex(/^[\x21-\x7e]{8,200}$/)),
    step: short(),
    values: z
      .record(text(), text().check(z.maxLength(maxAnswersLength)))
      .check(
        refineWithCode(
          (values) =>
            Object.entries(values).every(
              ([name, typed]) => name === 'answers' || typed.length <= maxValueLength,
            ),
          'text.tooLong',
          { max: maxValueLength },
        ),
      )
      .check(z.refine(isForm, { params: { code: 'field.unknown' } })),
    filled: z.array(short()).check(z.maxLength(20)),
  }),
)
export type WireDraftContent = ResponseBody<typeof draftContentSchema>

const draftShape = {
  id: id(),
  version: count(),
  savedAt: instant(),
  /**
   * When the draft is deleted. It is deleted earlier if it is submitted or the admission session
   * closes.
   */
  expiresAt: instant(),
  /**
   * Documents of the draft, by name. Excludes those that no longer exist and those for which there
   * was no space.
   */
  documents: z.record(text(), stagedFileSchema),
  /** Whether there was no space for a document. */
  isFull: flag(),
}

export const keptDraftSchema = z.strictObject(draftShape)
export type WireKeptDraft = ResponseBody<typeof keptDraftSchema>

/** Response to a new draft. The access code is never returned again. */
export const savedDraftSchema = z.strictObject({ ...draftShape, accessCode: text() })
export type WireSavedDraft = ResponseBody<typeof savedDraftSchema>

/** A new access code for a draft. It is never returned again. */
export const renewedCodeSchema = z.strictObject({ accessCode: text() })

/**
 * State of a draft. `waiting`: applications are not accepted at the moment. `over`: its admission
 * session has ended.
 */
export const foundDraftSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('saved'), ...draftShape, content: draftContentSchema }),
  z.strictObject({ state: z.literal('sent'), reference: text(), sentAt: instant() }),
  z.strictObject({ state: z.enum(['waiting', 'expired']), expiresAt: instant() }),
  z.strictObject({ state: z.literal('over'), session: textOrNull() }),
])
export type WireFoundDraft = ResponseBody<typeof foundDraftSchema>
export type WireOpenDraft = Omit<Extract<WireFoundDraft, { readonly state: 'saved' }>, 'state'>
