/** What a single record carries beside its fields, for the resources whose lifecycle adds something (`Lifecycle.detail`). */
import { documentNames } from '#model/admission/documents.ts'
import { registrationEventTypes } from '#model/admission/wire.ts'
import type { ResourceName } from '#resources/index.ts'
import type { JsonSchema } from './openapi-parts.ts'

const text: JsonSchema = { type: 'string' }
const textOrNull: JsonSchema = { type: ['string', 'null'] }
const flag: JsonSchema = { type: 'boolean' }
const uuid: JsonSchema = { type: 'string', format: 'uuid' }
const instant: JsonSchema = { type: 'string', format: 'date-time' }
const instantOrNull: JsonSchema = { type: ['string', 'null'], format: 'date-time' }
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })
const objectOf = (properties: { readonly [name: string]: JsonSchema }, optional: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
})

const event = objectOf({
  id: uuid,
  type: { enum: registrationEventTypes },
  at: instant,
  actor: objectOf({ kind: { enum: ['applicant', 'staff', 'system'] }, name: text }),
  from: textOrNull,
  to: textOrNull,
  note: textOrNull,
  payload: { type: 'object' },
  visibleFrom: instantOrNull,
})
const document = objectOf({
  document: { enum: documentNames },
  url: text,
  name: text,
  mediaType: text,
  bytes: { type: 'integer' },
  hasActiveContent: flag,
  mark: orNull(objectOf({ mark: { enum: ['verified', 'rejected'] }, reason: textOrNull, by: text, at: instant })),
  isViewed: flag,
  older: listOf(objectOf({ url: text, name: text, replacedAt: instant })),
})
const check = objectOf(
  { field: text, code: text, tone: { enum: ['good', 'warning', 'problem'] }, other: objectOf({ id: uuid, reference: text, status: text }) },
  ['other'],
)
const hold = objectOf({ tellAt: instant, isManual: flag, canUndo: flag, toldStatus: text })

const letter = objectOf({
  id: uuid,
  from: text,
  to: text,
  isOwn: flag,
  isToMany: flag,
  isUnread: flag,
  subject: text,
  body: text,
  sentAt: instant,
  readAt: instantOrNull,
  readBy: orNull(objectOf({ read: { type: 'integer' }, recipients: { type: 'integer' } })),
})
const thread = objectOf({ letters: listOf(letter), answer: orNull(objectOf({ id: uuid, to: text })) })

/** What stands against a record as the office sees it; other roles are not told. */
const warnings = listOf(objectOf({ code: text, params: { type: 'object' } }, ['params']))

/** Parts that only some roles are told. */
export const optionalDetails: readonly string[] = ['warnings']

/** The parts by resource. */
export const detailSchemas: { readonly [R in ResourceName]?: { readonly [part: string]: JsonSchema } } = {
  registrations: { timeline: listOf(event), documents: listOf(document), checks: listOf(check), hold: orNull(hold), cycle: text },
  messages: { thread },
  grades: { appeal: orNull(objectOf({ id: uuid, status: text })), contestUntil: instantOrNull },
  students: { warnings },
  'university-classes': { warnings },
  'class-hours': { warnings },
}
