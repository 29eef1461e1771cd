/** JSON shapes of the API: the envelope, pages, and the responses of calls. */
import * as z from 'zod/mini'
import { languages, roles } from '../vocabulary.ts'
import type { ResponseBody } from './call.ts'
import type { ErrorCode, QueuePosition } from './errors.ts'
import { count, flag, id, idOrNull, instant, instantOrNull, namedSchema, pageSchema, text, textOrNull } from './shapes.ts'
import type { FieldIssues, WireMeta, WireRecord } from './wire-record.ts'

export type { FieldIssues, Issue, WireMeta, WireRecord } from './wire-record.ts'

export interface Success<T> {
  readonly success: true
  readonly data: T
  readonly message: string
}
export interface Failure {
  readonly success: false
  readonly data: null
  readonly message: string
  readonly code: ErrorCode
  readonly fields?: FieldIssues
  readonly requestId: string
  readonly current?: WireRecord
  readonly allowed?: readonly string[]
  /** The caller's position in the queue. To keep the position, repeat the call with the ticket. */
  readonly queue?: QueuePosition
}
export type Envelope<T> = Success<T> | Failure

/** One page of a list. An empty list is `{ totalCount: 0, page: 1, pageSize: 5, list: [] }`. */
export interface Page<T> {
  readonly totalCount: number
  readonly page: number
  readonly pageSize: number
  readonly list: readonly T[]
}

/** A referenced record: its title, and the values that form the title. */
export type WireName = Pick<WireMeta, 'id' | '_title' | '_titles' | '_translated'> & { readonly [field: string]: unknown }

/** Old and new value of a field, with the titles of referenced records. */
export const fieldChangeSchema = namedSchema(
  'FieldChange',
  z.strictObject({
    field: text(),
    before: z.unknown(),
    after: z.unknown(),
    beforeTitle: z.optional(text()),
    afterTitle: z.optional(text()),
    /** Titles of the records in values with several ids, by id. */
    titles: z.optional(z.record(z.string(), text())),
  }),
)
export type FieldChange = ResponseBody<typeof fieldChangeSchema>

/** Child rows that changed together with a record; the `after` value of the field that contains them. */
export interface RowsChange {
  readonly added: readonly RowName[]
  readonly changed: readonly RowName[]
  readonly removed: readonly RowName[]
}
/** A child row. The title is absent if the row no longer exists or the caller may not read it. */
interface RowName {
  readonly id: string
  readonly title?: string
}

/** One entry of a record's history, with the changed fields that the caller may read. */
export const changeSchema = namedSchema(
  'Change',
  z.strictObject({
    id: id(),
    version: z.int(),
    at: instant(),
    action: text(),
    actor: z.strictObject({ id: idOrNull(), name: text() }),
    reason: textOrNull(),
    changes: z.array(fieldChangeSchema),
  }),
)
export type WireChange = ResponseBody<typeof changeSchema>

/** Problems that an administrator should fix. A property is absent if it has nothing to report. */
const alarms = namedSchema(
  'Alarms',
  z.strictObject({
    /** Free disk space. If `low`, the server rejects uploads; if `full`, an embedded database is read-only. */
    storage: z.optional(z.enum(['low', 'full'])),
    /** The clock is too far from the newest time in the database. Nothing expires until an administrator confirms the time. */
    clock: z.optional(z.strictObject({ now: instant(), known: instant() })),
    /** Number of emails that have waited too long or recently failed permanently. */
    mails: z.optional(count()),
    /** Number of jobs that have waited too long or recently failed permanently. */
    jobs: z.optional(count()),
    /** Number of stored files that are missing or damaged. */
    files: z.optional(count()),
    /** The file store is unreachable, so files can be neither read nor stored. */
    store: z.optional(z.literal('unreachable')),
    /** The replica is unreachable, too far behind, or belongs to another database. Reads go to the primary. */
    replica: z.optional(z.enum(['unreachable', 'lagging', 'foreign'])),
    /** The database has found corrupt pages. */
    isDamaged: z.optional(z.literal(true)),
  }),
)
export type WireAlarms = ResponseBody<typeof alarms>

/** The signed-in user, as returned by check-auth and login. */
export const userSchema = namedSchema(
  'User',
  z.strictObject({
    id: id(),
    applicationUserId: id(),
    username: text(),
    name: text(),
    email: text(),
    role: z.enum(roles),
    /** Id of the user's student or professor record; absent if the user has no such record. */
    personId: z.optional(id()),
    imagePath: textOrNull(),
    mustChangePassword: flag(),
    /** The language of the university's own names and texts. */
    universityLanguage: z.optional(z.enum(languages)),
    /** Default page size of lists, for users who have not chosen one. */
    listPageSize: z.optional(z.int()),
    /** Only for administrators, and only if there are alarms. */
    alarms: z.optional(alarms),
  }),
)
export type WireUser = ResponseBody<typeof userSchema>

/** Health of the program, as `/readyz` returns it to administrators. Other callers receive only the status. */
export interface WireHealth {
  readonly status: 'ready' | 'degraded' | 'damaged'
  readonly engine: 'embedded' | 'postgres'
  /** The last applied migration of the program, not counting those of other packs. */
  readonly migration: string
  readonly disk: 'ample' | 'low' | 'full'
  readonly clock: { readonly now: string; readonly known: string; readonly isTrusted: boolean }
  readonly mails: { readonly waiting: number; readonly stuck: number; readonly givenUp: number }
  readonly jobs: {
    readonly waiting: number
    readonly stuck: number
    readonly givenUp: number
    /** Seconds since this process last looked for jobs; null if it runs no jobs. */
    readonly heartbeatSeconds: number | null
  }
  /** Number of images waiting to be prepared for viewing. */
  readonly picturesWaiting: number
  /** Number of stored files that are missing or damaged. */
  readonly faultyFiles: number
  /** When the last complete archive was stored and verified, not including downloaded archives. */
  readonly lastBackupAt: string | null
  /** Null if the file store is not monitored. */
  readonly fileStore: 'up' | 'unreachable' | null
  /** Null if no replica is configured. `lagSeconds`: time since it was last up to date; null if unknown. */
  readonly replica: { readonly state: 'following' | 'unreachable' | 'lagging' | 'foreign'; readonly lagSeconds: number | null } | null
}

export const sessionSchema = namedSchema(
  'Session',
  z.strictObject({
    id: id(),
    /** Browser and system, such as `Firefox, Linux`; may be empty. */
    device: text(),
    /** IP address without its last part. */
    address: text(),
    createdAt: instant(),
    lastUsedAt: instant(),
    isCurrent: flag(),
  }),
)
export type WireSession = ResponseBody<typeof sessionSchema>

/** The user's own student or professor record; for staff, the user's account. */
export type PersonalData = WireRecord & { readonly kind: 'student' | 'professor' | 'user' }

const mailShape = {
  id: id(),
  kind: text(),
  to: text(),
  subject: text(),
  /** When the email was sent; before that, when it was queued. */
  at: instant(),
  state: z.enum(['waiting', 'sent', 'dead']),
  attempts: count(),
  /** Error code of the mail server; null if there was no error. */
  error: textOrNull(),
}

/** An email of the outbox, as administrators see it. */
export const mailSchema = namedSchema('Mail', z.strictObject(mailShape))
export type WireMail = ResponseBody<typeof mailSchema>

/** An email with its text. Links and codes are masked until reauthentication. */
export const openMailSchema = z.strictObject({ ...mailShape, text: text(), isMasked: flag() })
export type WireOpenMail = ResponseBody<typeof openMailSchema>

/** A page of the outbox. If `hasServer` is false, no mail server is configured: emails are kept as files and can be read. */
export const mailPageSchema = z.extend(pageSchema(mailSchema), { hasServer: flag() })
export type WireMailPage = ResponseBody<typeof mailPageSchema>

/** Changes that one user made to records of one resource within a minute. */
const activity = namedSchema(
  'Activity',
  z.strictObject({
    at: instant(),
    actor: text(),
    resource: text(),
    action: text(),
    count: count(),
    /** Id and title of the last changed record. */
    recordId: id(),
    title: text(),
    /** Titles of up to two more changed records. */
    others: z.array(text()),
  }),
)
export type WireActivity = ResponseBody<typeof activity>

/** Pending work for staff. Unless noted, each number is the size of a view of the list of applications, as the caller sees it. */
const toDo = namedSchema(
  'ToDo',
  z.strictObject({
    /** Size of the view `waiting`. */
    waiting: count(),
    /** The application that has waited longest. */
    oldest: z.nullable(z.strictObject({ id: id(), submittedAt: instant() })),
    resubmitted: count(),
    overdue: count(),
    toRelease: count(),
    toEnrol: count(),
    decidedToday: count(),
    /** Size of the view `waiting` of the list of students' data change requests. */
    dataChanges: count(),
    /** Sizes of the views `overdue`: exams with unpublished grades, and unanswered appeals. */
    overdueGrades: count(),
    overdueAppeals: count(),
    /** Number of emails that failed permanently; null if the caller may not read emails. */
    failedMails: z.nullable(count()),
  }),
)
export type WireToDo = ResponseBody<typeof toDo>

/**
 * Number of applications on a day of this year's admission and on the corresponding day of last year's. Null if the day is in the
 * future or unknown.
 */
const admissionDay = namedSchema(
  'AdmissionDay',
  z.strictObject({
    /** `YYYY-MM-DD`, in Romanian time. */
    day: z.iso.date(),
    count: z.nullable(count()),
    lastYear: z.nullable(count()),
  }),
)
export type WireAdmissionDay = ResponseBody<typeof admissionDay>

/** Demand for a programme in the current admission session. */
const places = namedSchema(
  'Places',
  z.strictObject({
    specializationId: id(),
    title: text(),
    /** Null if there is no limit; then `left` and `registrationsPerPlace` are null too. */
    places: z.nullable(count()),
    registrations: count(),
    accepted: count(),
    left: z.nullable(z.int()),
    /** Applications per place. */
    registrationsPerPlace: z.nullable(z.number()),
  }),
)
export type WirePlaces = ResponseBody<typeof places>

const byStatus = () => z.record(text(), count())

/** Figures of the current admission session. */
const admissionFigures = namedSchema(
  'AdmissionFigures',
  z.strictObject({
    id: id(),
    name: text(),
    opensAt: instantOrNull(),
    closesAt: instantOrNull(),
    registrations: count(),
    registrationStatus: byStatus(),
    /** Last year's admission session, and the number of applications it had at the same time after its opening. */
    lastYear: z.nullable(z.strictObject({ name: text(), registrations: count() })),
    days: z.array(admissionDay),
    places: z.array(places),
  }),
)
export type WireAdmissionFigures = ResponseBody<typeof admissionFigures>

export const dashboardSchema = z.strictObject({
  totalStudents: count(),
  totalRevenue: z.number(),
  facultyMembers: count(),
  registrations: count(),
  registrationStatus: byStatus(),
  recentActivities: z.array(activity),
  /** Time of the server when the figures were computed. */
  asOf: instant(),
  toDo,
  /** Null if the settings have no current admission session. */
  admission: z.nullable(admissionFigures),
  /** Decisions of the last 14 days: median and 90th percentile of the working days since submission. */
  timeToDecision: z.nullable(z.strictObject({ decisions: count(), median: z.number(), ninetieth: z.number() })),
})
export type WireDashboard = ResponseBody<typeof dashboardSchema>

/** A class with more students than the settings allow. */
export const overfullClassSchema = z.strictObject({ id: id(), title: text(), students: count() })
export type WireOverfullClass = ResponseBody<typeof overfullClassSchema>

/** Settings shown on public pages. */
export const publicSettingsShape = {
  universityName: text(),
  /** Path of the university's logo; null if no logo is set. */
  logo: textOrNull(),
  /** Language of programme names and texts that are not translated. */
  language: z.enum(languages),
  admissionEmail: textOrNull(),
  admissionPhone: textOrNull(),
  website: textOrNull(),
  officeHours: textOrNull(),
  /** Whether these are the default office hours, which have a text in every language. */
  hasUsualHours: flag(),
}
export type WirePublicConfig = ResponseBody<z.ZodMiniObject<typeof publicSettingsShape>>

/** The people the user may write to. */
export const recipientsSchema = z.strictObject({
  people: z.array(
    z.strictObject({
      id: id(),
      name: text(),
      role: z.enum(roles),
      /** A student's group or a professor's department. */
      about: textOrNull(),
    }),
  ),
  /** Classes whose participants the user may write to with the action `message`. */
  classes: z.array(z.strictObject({ id: id(), name: text(), about: text(), members: count() })),
})
export type WireRecipients = ResponseBody<typeof recipientsSchema>

/** A message, as the reader of its conversation sees it. */
const wireMessage = namedSchema(
  'Message',
  z.strictObject({
    id: id(),
    from: text(),
    /** Name of the recipient, or a description of the recipients. */
    to: text(),
    isOwn: flag(),
    isToMany: flag(),
    isUnread: flag(),
    subject: text(),
    body: text(),
    sentAt: instant(),
    readAt: instantOrNull(),
    /** For the user's own messages: how many recipients have read it. */
    readBy: z.nullable(z.strictObject({ read: count(), recipients: count() })),
  }),
)
export type WireMessage = ResponseBody<typeof wireMessage>

/** A message and its conversation, oldest first. */
export const threadSchema = z.strictObject({
  messages: z.array(wireMessage),
  /** The id to send as `inReplyToId`, and the recipient of the reply; null if a reply is not possible. */
  answer: z.nullable(z.strictObject({ id: id(), to: text() })),
})
export type WireThread = ResponseBody<typeof threadSchema>

/** A conversation in a list, as the user sees it. */
const conversation = namedSchema(
  'Conversation',
  z.strictObject({
    /** Id of the last message, which opens the conversation. */
    id: id(),
    /** Name of the other user, or a description of the recipients. */
    with: text(),
    subject: text(),
    /** Beginning of the text of the last message. */
    excerpt: text(),
    isOwn: flag(),
    sentAt: instant(),
    messageCount: count(),
    unread: count(),
  }),
)
export type WireConversation = ResponseBody<typeof conversation>

export const conversationsSchema = pageSchema(conversation)
export type WireConversations = ResponseBody<typeof conversationsSchema>

export const unreadSchema = namedSchema('Unread', z.strictObject({ notifications: count(), messages: count() }))
export type WireUnread = ResponseBody<typeof unreadSchema>

/** Number of records in each view of a list: `declared` by view name (an empty name means the whole list), `saved` by view id. */
export const viewCountsSchema = z.strictObject({ declared: z.record(text(), count()), saved: z.record(text(), count()) })
export type WireViewCounts = ResponseBody<typeof viewCountsSchema>
