/** Calls for applicants, and public admission calls. Paths: specification, section 7. */

import { stagedFileSchema } from '@matricola/schema/calls/files.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import { createSchema, fieldSchema, valueSchema } from '@matricola/schema/validation.ts'
import { refineWithCode } from '@matricola/schema/value-schemas.ts'
import { defineCall, type ResponseBody } from '@matricola/schema/wire/call.ts'
import { id, recordSchema } from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'
import { contactEndpoints } from '#resources/admission/contact-endpoints.ts'
import { admissionEndpoints as endpoints } from '#resources/admission/endpoints.ts'
import { messageLimits } from '#resources/admission/message-limits.ts'
import {
  applicationSchema as applicationOutput,
  publicStatusesSchema,
  submittedSchema,
} from '#resources/admission/wire.ts'
import {
  draftContentSchema,
  foundDraftSchema,
  keptDraftSchema,
  renewedCodeSchema,
  savedDraftSchema,
  type WireDraftContent,
} from '#resources/admission/wire-drafts.ts'
import { intakeSchema } from '#resources/admission/wire-intake.ts'
import { placeAnswerSchema } from '#resources/admission/wire-merit.ts'
import { conversationSchema } from '#resources/admission/wire-messages.ts'
import { admissionErrors } from '../admission/errors.ts'
import { admissionAppeals } from '../admission-appeals.ts'
import { applicationChoices } from '../application-choices.ts'
import { documentNames } from '../application-documents.ts'
import { hasOnlyFormAnswers, maxAnswersLength } from '../application-form.ts'
import { applicationMessages } from '../application-messages.ts'
import { field } from '../field.ts'
import { registrations } from '../registrations.ts'
import { documentName } from './document-name.ts'

const tag = registrations.name

export const publicConfig = defineCall({
  ...endpoints.publicConfig,
  summary:
    'Returns the public configuration: the university, whether applications are open, the deadline, and the active programmes',
  tag,
  access: 'public',
  output: intakeSchema,
})

// The cast is safe: a personal number is text, but `valueSchema` does not know the type of the
// field.
export const nationalIdSchema = valueSchema(field.nationalId()) as z.ZodMiniType<string>

export const statusSearch = defineCall({
  ...endpoints.statusSearch,
  summary:
    'Lists the status of each application submitted with the CNP. Always empty if the university requires the access code first',
  tag,
  access: 'public',
  input: z.strictObject({ cnp: nationalIdSchema }),
  output: publicStatusesSchema,
  repeats: 'never',
})

const uploadCall = {
  tag,
  access: 'optional',
  status: 201,
  repeats: 'itself',
  limits: { storesFile: true },
} as const
const documentForm = { file: 'A PDF document, or a JPEG or PNG picture.' }

export const stageApplicationFile = defineCall({
  ...endpoints.sendFile,
  ...uploadCall,
  summary:
    'Uploads a document before the application that refers to it. The id can be used once, within 24 hours. Multipart, field "file"',
  form: documentForm,
  output: stagedFileSchema,
})

const { position, fundingPreference } = applicationChoices.fields
/** Types of places that an applicant can ask for in a programme, starting with the default. */
export const fundingPreferences = [
  'budget_then_fee',
  'budget',
  'fee',
] as const satisfies readonly (keyof typeof fundingPreference.choices)[]
export type FundingPreference = (typeof fundingPreferences)[number]
/** Maximum number of choices after the first. */
export const maxFurtherChoices = position.options.max - position.options.min + 1

const choice = z.strictObject({
  specializationId: z.uuid(),
  fundingPreference: z._default(z.enum(fundingPreferences), fundingPreferences[0]),
})
export type SentChoice = ResponseBody<typeof choice>
/** Fields of a further choice that the applicant sets. */
export const choiceFields: readonly string[] = Object.keys(choice.shape)

/** Input in addition to the fields of the application. `website` is a honeypot for bots. */
export const submissionExtras = {
  noticeAcknowledged: z.optional(z.boolean()),
  noticeVersion: z.optional(z.string().check(z.maxLength(20))),
  website: z.optional(z.string()),
  /** The token from `public-config`, and the proof of work if the token requires it. */
  formToken: z.optional(z.string().check(z.maxLength(100))),
  formWork: z.optional(z.string().check(z.maxLength(20))),
  /**
   * The draft and the version that the sender has seen. Prevents losing changes that another device
   * saved afterwards.
   */
  draftId: z.optional(z.uuid()),
  draftVersion: z.optional(z.int()),
  /** For admission by merit: the choices after the first, in order; as JSON in a multipart form. */
  choices: z.optional(z.array(choice).check(z.maxLength(maxFurtherChoices))),
  /** Answers to the application form by the id of the item; as JSON in a multipart form. */
  answers: z.optional(
    z
      .record(z.string(), z.unknown())
      .check(
        refineWithCode(
          (answers) => JSON.stringify(answers).length <= maxAnswersLength,
          'text.tooLong',
          { max: maxAnswersLength },
        ),
      ),
  ),
  /** The version of the form that the answers belong to; absent: the published one. */
  formVersionId: z.optional(z.uuid()),
}

export const submit = defineCall({
  ...endpoints.submit,
  ...uploadCall,
  summary:
    'Submits an application, with the ids of uploaded documents or as multipart with the documents in fileCV, fileDiploma and fileIdCard. ' +
    'The same Idempotency-Key returns the same response for 24 hours. Staff receive the record with its reference number, without an access code',
  headers: {
    'Queue-Ticket':
      'The latest `queue.ticket` from a 429 response `registration.queued` to this Idempotency-Key. It keeps the position and the time of arrival across processes and restarts. An invalid ticket is ignored.',
  },
  input: z.extend(createSchema(asAnyResource(registrations), 'admin'), {
    ...submissionExtras,
    ...Object.fromEntries(documentNames.map((name) => [name, z.optional(z.string())])),
  }),
  reads: 'itself',
  output: z.union([submittedSchema, recordSchema('registrations')]),
})

const applicantCall = { tag: 'Admission: applicants', access: 'public' } as const
/** Calls that set cookies or send emails, so a repeated call must not return a stored response. */
const unrepeatableCall = { ...applicantCall, repeats: 'never' } as const

const accessCode = z.string().check(z.minLength(1), z.maxLength(40))
const hasKnownAnswers = ({ values }: WireDraftContent) => hasOnlyFormAnswers(values)
const draft = {
  content: draftContentSchema.check(
    z.refine(hasKnownAnswers, { params: { code: 'field.notApplicable' } }),
  ),
  documents: z.partialRecord(documentName, z.uuid()),
  /** Sends the link to this address; absent: no email. */
  mailTo: z.optional(z.email().check(z.maxLength(254))),
}
/**
 * Calls that check the access code. Storing their responses would roll back the count of failed
 * attempts with the transaction.
 */
const accessCodeCall = {
  ...unrepeatableCall,
  missing: admissionErrors['accessCode.wrong'],
} as const

export const saveDraft = defineCall({
  ...endpoints.saveDraft,
  ...applicantCall,
  summary:
    'Saves an unsent application as a draft and emails its link. The access code is returned only once',
  input: z.strictObject(draft),
  output: savedDraftSchema,
  status: 201,
})

export const updateDraft = defineCall({
  ...endpoints.updateDraft,
  ...accessCodeCall,
  summary: 'Saves a draft again. Requires the version that the caller has seen',
  input: z.strictObject({ ...draft, accessCode, version: z.int() }),
  output: keptDraftSchema,
})

export const openDraft = defineCall({
  ...endpoints.openDraft,
  ...accessCodeCall,
  summary:
    'Returns a draft by the id in its link and its access code, or the reason why it is gone',
  input: z.strictObject({ accessCode }),
  output: foundDraftSchema,
})

export const deleteDraft = defineCall({
  ...endpoints.deleteDraft,
  ...accessCodeCall,
  summary: 'Deletes a draft',
  input: z.strictObject({ accessCode }),
})

export const requestDraftCode = defineCall({
  ...endpoints.requestDraftCode,
  ...unrepeatableCall,
  summary:
    'Requests a new access code for a draft. If the birth date matches the draft, a link is sent to the email address in it. The response is always the same',
  input: z.strictObject({ birthDate: z.iso.date() }),
})

export const renewDraftCode = defineCall({
  ...endpoints.renewDraftCode,
  ...applicantCall,
  missing: 'token.invalid',
  summary:
    'Issues a new access code for a draft, given the token from the emailed link. The token can be used once. The previous code stops working',
  input: z.strictObject({ token: z.string().check(z.maxLength(100)) }),
  output: renewedCodeSchema,
})

const shortText = () => z.string().check(z.minLength(1), z.maxLength(40))

export const openApplication = defineCall({
  ...endpoints.openApplication,
  ...unrepeatableCall,
  summary:
    'Opens an application with its reference number and access code. The session cookie lasts 30 minutes',
  input: z.strictObject({ reference: shortText(), accessCode: shortText() }),
})

export const renewAccessCode = defineCall({
  ...endpoints.newAccessCode,
  ...unrepeatableCall,
  summary:
    'Sends a new access code to the email address of the application. The response is always the same',
  input: z.strictObject({ reference: shortText() }),
})

export const closeApplication = defineCall({
  ...endpoints.closeApplication,
  ...unrepeatableCall,
  summary: "Ends the applicant's session. Does nothing without one",
})

export const application = defineCall({
  ...endpoints.application,
  ...applicantCall,
  summary: "Returns the caller's application: answers, change requests and timeline",
  output: applicationOutput,
})

const file = {
  ...applicantCall,
  media: 'application/octet-stream',
  limits: { refuseForeignGet: true },
} as const
const names = documentNames.join(', ')

export const applicationFile = defineCall({
  ...endpoints.applicationFile,
  ...file,
  summary: `Downloads a document of the caller's application: ${names}`,
})

export const replacedFile = defineCall({
  ...endpoints.replacedFile,
  ...file,
  summary: `Downloads the document that the last answer replaced: ${names}`,
})

export const getOwnReceipt = defineCall({
  ...endpoints.ownReceipt,
  ...file,
  summary:
    "Downloads the receipt of the caller's application as PDF, in the language of the request",
  media: 'application/pdf',
})

export const receipt = defineCall({
  ...endpoints.receipt,
  ...unrepeatableCall,
  summary:
    'Downloads the receipt of an application as PDF. Requires its access code, which the receipt shows on request',
  input: z.strictObject({
    reference: shortText(),
    accessCode: shortText(),
    includeAccessCode: z.optional(z.boolean()),
  }),
  media: 'application/pdf',
})

export const uploadChangedFile = defineCall({
  ...endpoints.sendChangedFile,
  ...applicantCall,
  summary: 'Uploads a document before the answer that refers to it. Multipart, field "file"',
  form: documentForm,
  output: stagedFileSchema,
  status: 201,
  repeats: 'itself',
  limits: { storesFile: true },
})

export const answerChangeRequest = defineCall({
  ...endpoints.answerRequest,
  ...applicantCall,
  summary:
    'Answers a change request: exactly the requested fields, each changed or kept with a reason. Documents, also those of a form, are in `files`',
  input: z.strictObject({
    version: z.optional(z.int().check(z.gte(1))),
    values: z.optional(z.record(z.string(), z.unknown())),
    files: z.optional(z.record(z.string(), z.unknown())),
    kept: z.optional(z.record(z.string(), z.unknown())),
  }),
  reads: 'itself',
  output: applicationOutput,
})

export const withdraw = defineCall({
  ...endpoints.withdraw,
  ...applicantCall,
  summary: "Withdraws the caller's application. This can be undone for 15 minutes",
  output: applicationOutput,
})

export const confirmPlace = defineCall({
  ...endpoints.confirmPlace,
  ...applicantCall,
  summary:
    'Confirms the place that the applicant received, and stores or changes the answer whether it is kept. Without an answer, the place is kept; if higher choices may become free, the call is refused with acceptance.required',
  input: z.strictObject({ answer: z.optional(placeAnswerSchema) }),
  output: applicationOutput,
})

export const appealResult = defineCall({
  ...endpoints.appealResult,
  ...applicantCall,
  summary: 'Appeals the latest results. Allowed once, until the deadline of their round',
  input: z.strictObject({
    explanation: valueSchema(admissionAppeals.fields.explanation) as z.ZodMiniType<string>,
  }),
  output: applicationOutput,
})

export const ownMessages = defineCall({
  ...endpoints.messages,
  ...applicantCall,
  summary:
    'Returns the conversation of the applicant with the admission office, and marks its messages as read',
  output: conversationSchema,
  limits: { refuseForeignGet: true },
})

/** A message, and the ids of its uploaded attachments. */
export const messageInput = z.strictObject({
  body: valueSchema(applicationMessages.fields.body) as z.ZodMiniType<string>,
  attachments: z._default(z.array(z.uuid()).check(z.maxLength(messageLimits.attachments)), []),
})

// The cast is safe: contact details are text, but `fieldSchema` does not know the type of the field.
const contactValue = (name: keyof typeof registrations.fields) =>
  fieldSchema(asAnyResource(registrations), name) as z.ZodMiniType<string>

export const changeContact = defineCall({
  ...contactEndpoints.changeContact,
  ...applicantCall,
  summary:
    'Changes the phone number and the postal address of the application: at most three times a day',
  // The record validates the postal code by the country.
  input: z.strictObject({
    phone: contactValue('phone'),
    country: contactValue('country'),
    city: contactValue('city'),
    address: contactValue('address'),
    postalCode: contactValue('postalCode'),
  }),
  output: applicationOutput,
})

export const changeEmail = defineCall({
  ...contactEndpoints.changeEmail,
  ...applicantCall,
  summary:
    'Sends a link to a new email address, which replaces the present one when the link is opened and confirmed. The present address gets a notice with a link that stops the change. The present address, if it is not verified, gets its link again',
  input: z.strictObject({ personalEmail: contactValue('personalEmail') }),
  output: applicationOutput,
})

export const openEmailLink = defineCall({
  ...contactEndpoints.openEmailLink,
  ...unrepeatableCall,
  missing: 'token.invalid',
  summary:
    'Uses a link from an email about an address, once: verifies the address of an application or a new one, or stops its change within 72 hours. The first address of an application also needs the birth date',
  input: z.strictObject({
    token: z.string().check(z.maxLength(100)),
    birthDate: z.optional(z.iso.date()),
  }),
  output: z.strictObject({ outcome: z.enum(['verified', 'changed', 'kept']) }),
})

export const sendOwnMessage = defineCall({
  ...endpoints.sendMessage,
  ...applicantCall,
  summary:
    'Sends a message to the admission office: at most ten a day, and three in a row without an answer',
  input: messageInput,
  output: conversationSchema,
})

export const uploadAttachment = defineCall({
  ...endpoints.sendAttachment,
  ...applicantCall,
  summary: 'Uploads a document before the message that it is attached to. Multipart, field "file"',
  form: documentForm,
  output: stagedFileSchema,
  status: 201,
  repeats: 'itself',
  limits: { storesFile: true },
})

export const ownAttachment = defineCall({
  ...endpoints.attachment,
  ...file,
  summary: 'Downloads an attachment of the conversation of the applicant',
  params: z.strictObject({ id: id() }),
})

export const undoWithdrawal = defineCall({
  ...endpoints.undoWithdrawal,
  ...applicantCall,
  summary: 'Undoes a withdrawal',
  output: applicationOutput,
})
