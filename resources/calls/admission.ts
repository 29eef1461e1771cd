/** Calls for applicants, and public calls of the admission. Paths: specification, section 7. */
import * as z from 'zod/mini'
import { admissionEndpoints as at } from '#model/admission/endpoints.ts'
import {
  applicationSchema as anApplication,
  draftContentSchema,
  foundDraftSchema,
  intakeSchema,
  keptDraftSchema,
  publicStatusesSchema,
  renewedCodeSchema,
  savedDraftSchema,
  submittedSchema,
  type WireDraftContent,
} from '#model/admission/wire.ts'
import { stagedFileSchema } from '#model/calls/files.ts'
import { field } from '#model/field.ts'
import { asAnyResource } from '#model/registry.ts'
import { createSchema, valueSchema } from '#model/validation.ts'
import { defineCall, type ResponseBody } from '#model/wire/call.ts'
import { recordSchema } from '#model/wire/shapes.ts'
import { admissionAppeals } from '../admission-appeals.ts'
import { applicationChoices } from '../application-choices.ts'
import { documentNames } from '../application-documents.ts'
import { hasOnlyFormAnswers } from '../application-form.ts'
import { registrations } from '../registrations.ts'

const tag = registrations.name

export const publicConfig = defineCall({
  ...at.publicConfig,
  summary: 'What public pages show: the university, whether it takes applications and until when, and its active programmes',
  tag,
  access: 'public',
  output: intakeSchema,
})

// The cast is safe: a personal number is text, but `valueSchema` does not know the type of the field.
export const nationalIdSchema = valueSchema(field.nationalId()) as z.ZodMiniType<string>

export const statusSearch = defineCall({
  ...at.statusSearch,
  summary: 'What a CNP tells of its applications; always an empty list where the access code is asked for first',
  tag,
  access: 'public',
  input: z.strictObject({ cnp: nationalIdSchema }),
  output: publicStatusesSchema,
  repeats: 'never',
})

const uploading = { tag, access: 'optional', status: 201, repeats: 'itself', limits: { storesFile: true } } as const
const aDocument = { file: 'A PDF document, or a JPEG or PNG picture.' }

export const stageApplicationFile = defineCall({
  ...at.sendFile,
  ...uploading,
  summary: 'Sends a document ahead of its application; the id counts once, within 24 hours; multipart, field "file"',
  form: aDocument,
  output: stagedFileSchema,
})

const { position, fundingPreference } = applicationChoices.fields
/** Kinds of places that an applicant can ask for in a programme, the default first. */
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
  noticeAck: z.optional(z.boolean()),
  noticeVersion: z.optional(z.string().check(z.maxLength(20))),
  website: z.optional(z.string()),
  /** The token from `public-config`, and the proof of work if the token requires it. */
  formToken: z.optional(z.string().check(z.maxLength(100))),
  formWork: z.optional(z.string().check(z.maxLength(20))),
  /** The draft and the version that the sender has seen. Prevents losing changes that another device saved afterwards. */
  draftId: z.optional(z.uuid()),
  draftVersion: z.optional(z.int()),
  /** For admission by merit: the choices after the first, in order; as JSON in a multipart form. */
  choices: z.optional(z.array(choice).check(z.maxLength(maxFurtherChoices))),
}

export const submit = defineCall({
  ...at.submit,
  ...uploading,
  summary:
    'Applies, with the ids of documents sent before or as multipart with the documents themselves in fileCV, fileDiploma and fileIdCard; ' +
    'the same Idempotency-Key gets the same answer for 24 hours. The office gets the record with its reference, and no access code',
  headers: {
    'Queue-Ticket':
      'The latest `queue.ticket` of an answer 429 `registration.queued` to this Idempotency-Key: it keeps the place and the time of arrival across processes and restarts. A ticket that is not valid is ignored.',
  },
  input: z.extend(createSchema(asAnyResource(registrations), 'admin'), {
    ...submissionExtras,
    ...Object.fromEntries(documentNames.map((name) => [name, z.optional(z.string())])),
  }),
  reads: 'itself',
  output: z.union([submittedSchema, recordSchema('registrations')]),
})

const applicants = { tag: 'Admission: applicants', access: 'public' } as const
/** Calls that set cookies or send emails, so a repeated call must not return a stored response. */
const unrepeated = { ...applicants, repeats: 'never' } as const

const accessCode = z.string().check(z.minLength(1), z.maxLength(40))
const hasKnownAnswers = ({ values }: WireDraftContent) => hasOnlyFormAnswers(values)
const draft = {
  content: draftContentSchema.check(z.refine(hasKnownAnswers, { params: { code: 'field.notApplicable' } })),
  documents: z.partialRecord(z.enum(documentNames), z.uuid()),
  /** Sends the link to this address; absent: no email. */
  mailTo: z.optional(z.email().check(z.maxLength(254))),
}
/** Calls that check the access code. Storing their responses would roll back the count of failed attempts with the transaction. */
const proving = { ...unrepeated, missing: 'accessCode.wrong' } as const

export const saveDraft = defineCall({
  ...at.saveDraft,
  ...applicants,
  summary: 'Save an application that is not sent yet, and mail its link; the code is told this once',
  input: z.strictObject(draft),
  output: savedDraftSchema,
  status: 201,
})

export const updateDraft = defineCall({
  ...at.updateDraft,
  ...proving,
  summary: 'Save a draft again, over the version that was seen',
  input: z.strictObject({ ...draft, accessCode, version: z.int() }),
  output: keptDraftSchema,
})

export const openDraft = defineCall({
  ...at.openDraft,
  ...proving,
  summary: 'Open a draft with the id of its link and its access code, or tell what became of it',
  input: z.strictObject({ accessCode }),
  output: foundDraftSchema,
})

export const deleteDraft = defineCall({
  ...at.forgetDraft,
  ...proving,
  summary: 'Remove a draft from the server',
  input: z.strictObject({ accessCode }),
})

export const requestDraftCode = defineCall({
  ...at.requestDraftCode,
  ...unrepeated,
  summary:
    'Ask for a new access code of a draft: a link is sent to the email address in the draft if the birth date is the one in it; the answer is always the same',
  input: z.strictObject({ birthDate: z.iso.date() }),
})

export const renewDraftCode = defineCall({
  ...at.renewDraftCode,
  ...applicants,
  missing: 'token.invalid',
  summary: 'Give a draft a new access code with the token of the emailed link, which works once; the code before it stops working',
  input: z.strictObject({ token: z.string().check(z.maxLength(100)) }),
  output: renewedCodeSchema,
})

const typed = () => z.string().check(z.minLength(1), z.maxLength(40))

export const openApplication = defineCall({
  ...at.openApplication,
  ...unrepeated,
  summary: 'Open an application with its reference number and access code; the cookie lasts 30 minutes',
  input: z.strictObject({ reference: typed(), accessCode: typed() }),
})

export const renewAccessCode = defineCall({
  ...at.newAccessCode,
  ...unrepeated,
  summary: 'Send a new access code to the address on file; the answer is always the same',
  input: z.strictObject({ reference: typed() }),
})

export const closeApplication = defineCall({
  ...at.closeApplication,
  ...unrepeated,
  summary: 'Close the application again; does nothing where none is open',
})

export const application = defineCall({
  ...at.application,
  ...applicants,
  summary: 'The own application: what was sent, what is asked, and what happened so far',
  output: anApplication,
})

const file = { ...applicants, media: 'application/octet-stream', limits: { refuseForeignGet: true } } as const
const names = documentNames.join(', ')

export const applicationFile = defineCall({
  ...at.applicationFile,
  ...file,
  summary: `The bytes of a document of the own application: ${names}`,
})

export const replacedFile = defineCall({
  ...at.replacedFile,
  ...file,
  summary: `The bytes of the document that the last answer put another in the place of: ${names}`,
})

export const getOwnReceipt = defineCall({
  ...at.ownReceipt,
  ...file,
  summary: 'The receipt of the own application as PDF, in the language of the call',
  media: 'application/pdf',
})

export const receipt = defineCall({
  ...at.receipt,
  ...unrepeated,
  summary: 'The receipt of an application as PDF for who has its access code, which stands on it where that is wanted',
  input: z.strictObject({ reference: typed(), accessCode: typed(), showsCode: z.optional(z.boolean()) }),
  media: 'application/pdf',
})

export const uploadChangedFile = defineCall({
  ...at.sendChangedFile,
  ...applicants,
  summary: 'Send a changed document ahead of the answer that names it; multipart, field "file"',
  form: aDocument,
  output: stagedFileSchema,
  status: 201,
  repeats: 'itself',
  limits: { storesFile: true },
})

export const answerChangeRequest = defineCall({
  ...at.answerRequest,
  ...applicants,
  summary: 'Answer a request for changes: the flagged fields and no others, each changed or kept with a reason',
  input: z.strictObject({
    version: z.optional(z.int().check(z.gte(1))),
    values: z.optional(z.record(z.string(), z.unknown())),
    files: z.optional(z.record(z.string(), z.unknown())),
    kept: z.optional(z.record(z.string(), z.unknown())),
  }),
  reads: 'itself',
  output: anApplication,
})

export const withdraw = defineCall({
  ...at.withdraw,
  ...applicants,
  summary: 'Close the own application; it can be taken back for 15 minutes',
  output: anApplication,
})

export const confirmPlace = defineCall({
  ...at.confirmPlace,
  ...applicants,
  summary: 'Confirm the place that was won',
  output: anApplication,
})

export const appealResult = defineCall({
  ...at.contestResult,
  ...applicants,
  summary: 'Contest the newest results, once and until the day that their round names',
  input: z.strictObject({ explanation: valueSchema(admissionAppeals.fields.explanation) as z.ZodMiniType<string> }),
  output: anApplication,
})

export const undoWithdrawal = defineCall({
  ...at.undoWithdrawal,
  ...applicants,
  summary: 'Take a withdrawal back',
  output: anApplication,
})
