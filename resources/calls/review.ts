/** Calls for reviewing applications. Paths: specification, section 7. */

import { asAnyResource } from '@matricola/schema/registry.ts'
import { valueSchema } from '@matricola/schema/validation.ts'
import { defineCall, type ResponseBody } from '@matricola/schema/wire/call.ts'
import { count, id, idsOrAll, textOrNull } from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'
import { enrolmentSchema } from '#resources/admission/wire-enrolment.ts'
import { placeQuestionSchema } from '#resources/admission/wire-merit.ts'
import { templateValuesSchema } from '#resources/admission/wire-messages.ts'
import { field } from '../field.ts'
import { registrations } from '../registrations.ts'
import { messageInput } from './admission.ts'
import { detailedRegistrationSchema } from './details.ts'
import { documentName } from './document-name.ts'
import { statusUpdateSchema as statusUpdateInput } from './status-update.ts'

const base = '/api/registrations'
const tag = registrations.name
const staff = { tag, access: { resource: asAnyResource(registrations), grant: 'update' } } as const
const admins = { tag, access: { roles: ['admin'] } } as const

const version = z.optional(z.int().check(z.gte(1)))
const sentence = field.longText({ min: 3, max: 500 })
/** The schema of a text field, typed as text. */
const textInput = (spec: Parameters<typeof valueSchema>[0]) =>
  valueSchema(spec) as z.ZodMiniType<string>

export const statusUpdate = defineCall({
  ...staff,
  method: 'PATCH',
  path: `${base}/status-update`,
  summary: 'Performs the transition that leads to a status',
  input: statusUpdateInput,
  reads: 'itself',
  output: detailedRegistrationSchema,
})

export const changeRequestOptions = defineCall({
  tag,
  access: { resource: asAnyResource(registrations), grant: 'bulk' },
  method: 'POST',
  path: `${base}/change-request-options`,
  summary:
    'Returns what the applicants of a selection can be asked to change, with the number of applications that have each field, and their languages. The request itself is the action `requestUpdate` of a bulk call, with `requestedChanges`, `requestTexts` by language and `requestDays`',
  input: z.strictObject({ selection: id() }),
  output: z.strictObject({
    /** Applications in the selection. */
    total: count(),
    /** Those whose status allows a request. The counts below are among them. */
    askable: count(),
    languages: z.array(z.strictObject({ language: z.string(), count: count() })),
    fields: z.array(z.strictObject({ field: z.string(), count: count() })),
    /** Questions and documents of forms, which `requestedChanges` names by their id. */
    items: z.array(
      z.strictObject({ id: z.string(), label: z.record(z.string(), z.string()), count: count() }),
    ),
    /** The degree of all applications, which names the documents; null if they differ. */
    cycle: textOrNull(),
    /** Number of days until the deadline in the settings. */
    days: count(),
  }),
})

export const messageOptions = defineCall({
  tag,
  access: { resource: asAnyResource(registrations), grant: 'bulk' },
  method: 'POST',
  path: `${base}/message-options`,
  summary:
    'Returns the languages of the applicants of a selection. The message itself is the action `message` of a bulk call, with `messageTexts` by language and `templateId`',
  input: z.strictObject({ selection: id() }),
  output: z.strictObject({
    /** Applications in the selection. The counts below are without those whose data was erased. */
    total: count(),
    languages: z.array(
      z.strictObject({
        language: z.string(),
        count: count(),
        /** Reference number of one of these applications. */
        example: z.string(),
      }),
    ),
  }),
})

export const undoTransition = defineCall({
  ...staff,
  method: 'POST',
  path: `${base}/:id/undo`,
  summary: 'Undoes the last transition if the applicant has not been notified of it',
  input: z.strictObject({ version }),
  output: detailedRegistrationSchema,
})

export const assignApplication = defineCall({
  ...staff,
  method: 'POST',
  path: `${base}/:id/assign`,
  summary: 'Assigns the review to a colleague, or removes the assignment',
  input: z.strictObject({ userId: z.nullable(z.uuid()), version }),
  output: detailedRegistrationSchema,
})

/** A message, and the template that it was written with. */
const officeMessageInput = z.strictObject({
  ...messageInput.shape,
  templateId: z.optional(z.nullable(z.uuid())),
})

const documentParams = z.strictObject({ id: id(), document: documentName })

export const markDocument = defineCall({
  ...staff,
  method: 'PATCH',
  path: `${base}/:id/documents/:document`,
  summary: 'Marks a document as verified or rejected, or removes the mark',
  params: documentParams,
  input: z.strictObject({
    mark: z.nullable(z.enum(['verified', 'rejected'])),
    reason: z.optional(z.nullable(textInput(sentence))),
    version,
  }),
  output: detailedRegistrationSchema,
})

export const adoptAttachment = defineCall({
  ...staff,
  method: 'POST',
  path: `${base}/:id/documents/:document`,
  summary:
    'Makes a copy of an attachment of the applicant this document, which answers an open request for it',
  params: documentParams,
  input: z.strictObject({ attachment: z.uuid(), version }),
  output: detailedRegistrationSchema,
})

export const undoAdoption = defineCall({
  ...staff,
  method: 'POST',
  path: `${base}/:id/documents/:document/undo`,
  summary: 'Restores the document from before an attachment became it',
  params: documentParams,
  output: detailedRegistrationSchema,
})

export const placeQuestion = defineCall({
  ...staff,
  method: 'GET',
  path: `${base}/:id/place-question`,
  summary:
    'Returns the question whether the applicant keeps the place, with the higher choices and their costs; null if there is no place',
  output: z.strictObject({ question: z.nullable(placeQuestionSchema) }),
})

export const addNote = defineCall({
  ...staff,
  method: 'POST',
  path: `${base}/:id/notes`,
  summary: 'Adds a note that only staff can read',
  input: z.strictObject({ text: textInput(field.longText({ min: 1, max: 2000 })) }),
  output: detailedRegistrationSchema,
})

export const sendMessage = defineCall({
  ...staff,
  method: 'POST',
  path: `${base}/:id/messages`,
  summary:
    'Writes a message to the applicant, which answers all earlier ones. It is sent after 20 seconds, also by email',
  input: officeMessageInput,
  output: detailedRegistrationSchema,
})

export const templateValues = defineCall({
  ...staff,
  method: 'GET',
  path: `${base}/template-values`,
  summary:
    'Returns the values of the fields of message templates for an application, by language. Null: there is none',
  query: z.strictObject({ reference: z.string().check(z.maxLength(20)) }),
  output: z.strictObject({ values: z.record(z.string(), templateValuesSchema) }),
})

export const undoMessage = defineCall({
  ...staff,
  method: 'POST',
  path: `${base}/:id/messages/:messageId/undo`,
  summary: 'Undoes a message to the applicant that is not sent yet',
  params: z.strictObject({ id: id(), messageId: id() }),
  output: detailedRegistrationSchema,
})

export const closeMessages = defineCall({
  ...staff,
  method: 'POST',
  path: `${base}/:id/messages/close`,
  summary: 'Marks the messages of the applicant as not needing an answer',
  output: detailedRegistrationSchema,
})

export const waiveIdentityCheck = defineCall({
  ...admins,
  method: 'POST',
  path: `${base}/:id/identity-waiver`,
  summary: 'Accepts contradictory identity data, with a reason',
  input: z.strictObject({ reason: textInput(sentence), version }),
  output: detailedRegistrationSchema,
})

export const releaseDecisions = defineCall({
  ...staff,
  method: 'POST',
  path: `${base}/release-decisions`,
  summary:
    'Notifies applicants now: the named ones of any transition on hold, or with `all` of every decision that waits for release',
  input: idsOrAll(500),
  output: z.strictObject({ released: count() }),
  repeats: 'inParts',
})

export const enrolApplicants = defineCall({
  method: 'POST',
  path: `${base}/enroll-students`,
  summary: 'Creates students from accepted registrations, each independently of the others',
  tag,
  access: { roles: ['admin', 'secretary'] },
  /** Up to 500 applications per call. */
  input: z.strictObject({
    registrationIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(500)),
  }),
  output: enrolmentSchema,
  repeats: 'inParts',
})

export const undoEnrolment = defineCall({
  ...admins,
  method: 'POST',
  path: `${base}/:id/undo-enrolment`,
  summary: 'Undoes an enrolment if nothing depends on it yet',
  input: z.strictObject({ reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(300)) }),
  output: detailedRegistrationSchema,
})

/** Numbers of identity documents in plain text. */
const revealed = z.strictObject({
  cnp: textOrNull(),
  foreignIdNumber: textOrNull(),
  serialNumber: textOrNull(),
})
export type RevealedIdentity = ResponseBody<typeof revealed>

export const revealIdentity = defineCall({
  method: 'POST',
  path: `${base}/:id/reveal`,
  summary: 'Returns the unmasked numbers of identity documents. Each call is logged',
  tag,
  access: { roles: ['admin', 'secretary'] },
  output: revealed,
  repeats: 'never',
})
