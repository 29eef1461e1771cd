/** What the API document says about the public calls of the admission. */
import { nextWords, progressSteps, turns } from '#model/admission/progress.ts'
import { resourceNamed } from '#resources/index.ts'
import type { JsonSchema } from '#server/engine/http/openapi-parts.ts'
import { pageOfSchema, ref } from '#server/engine/http/openapi-schemas.ts'
import type { RouteDoc } from '#server/engine/http/route-access.ts'
import { listDoc } from '#server/engine/routes/resource-docs.ts'
import { statusBody } from '#server/university/admission/submission/status-search.ts'
import { submissionSchema } from '#server/university/admission/submission/submission-check.ts'

const registrations = resourceNamed('registrations')
const tag = registrations.name
const text = { type: 'string' }
const textOrNull = { type: ['string', 'null'] }
const flag = { type: 'boolean' }
const whole = { type: 'integer' }
const instant = { type: 'string', format: 'date-time' }
const instantOrNull = { type: ['string', 'null'], format: 'date-time' }
const uuid = { type: 'string', format: 'uuid' }
const objectOf = (properties: JsonSchema): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

/** Instants, or days where nobody has named an hour. */
const dateOrNull = textOrNull
const progress = objectOf({
  steps: {
    type: 'array',
    items: objectOf({ step: { enum: progressSteps }, state: { enum: ['done', 'current', 'ahead'] }, at: instantOrNull, by: dateOrNull }),
  },
  turn: { enum: turns },
  says: { enum: nextWords },
  date: dateOrNull,
})

const status = objectOf({
  reference: text,
  specialization: text,
  status: text,
  submittedAt: instant,
  updatedAt: instant,
  actionNeeded: flag,
  dueAt: instantOrNull,
  progress,
})

export const publicConfigDoc: RouteDoc = {
  summary: 'What public pages show: the university, whether it takes applications and until when, and its active programmes',
  tag,
  answer: objectOf({
    universityName: text,
    logo: textOrNull,
    language: text,
    admissionEmail: textOrNull,
    admissionPhone: textOrNull,
    website: textOrNull,
    officeHours: textOrNull,
    hasUsualHours: flag,
    isOpen: flag,
    closedBecause: { enum: ['closed', 'stopped', 'early', 'late', null] },
    session: textOrNull,
    opensAt: instantOrNull,
    closesAt: instantOrNull,
    publicStatus: { enum: ['minimal', 'code', 'off'] },
    acceptsUpdates: flag,
    retentionMonths: whole,
    now: instant,
    departments: { type: 'array', items: objectOf({ id: uuid, name: text }) },
    specializations: {
      type: 'array',
      items: objectOf({
        id: uuid,
        code: text,
        name: text,
        departmentProfileId: uuid,
        cycle: text,
        language: text,
        yearsOfStudy: whole,
        totalCredits: whole,
      }),
    },
  }),
}

const listOfStaff = listDoc(registrations)
export const staffListDoc: RouteDoc = {
  ...listOfStaff,
  summary: 'For the office one page of registrations; for anyone else what a CNP tells, with exactly the filter CNP',
  query: { ...listOfStaff.query, 'filters[CNP]': 'The CNP, whole. The only filter of callers who are not of the office.' },
  answer: { anyOf: [listOfStaff.answer, pageOfSchema(status)] },
}

export const statusSearchDoc: RouteDoc = {
  summary: 'What a CNP tells of its applications; always an empty list where the access code is asked for first',
  tag,
  body: statusBody,
  answer: pageOfSchema(status),
}

export const sendFileDoc: RouteDoc = {
  summary: 'Sends a document ahead of its application; the id counts once, within 24 hours; multipart, field "file"',
  tag,
  answer: objectOf({ id: uuid, name: text, mediaType: text, bytes: whole }),
}

const submitted = objectOf({ reference: text, accessCode: text, status: text, submittedAt: instant })
export const submitDoc: RouteDoc = {
  summary:
    'Applies, with the ids of documents sent before or as multipart with the documents themselves in fileCV, fileDiploma and fileIdCard; ' +
    'the same Idempotency-Key gets the same answer for 24 hours. The office gets the record with its reference, and no access code',
  tag,
  body: submissionSchema(),
  answer: { anyOf: [submitted, ref(registrations.name)] },
}
