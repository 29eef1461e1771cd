/** The JSON shapes between server and browser: the envelope, a page, a record's own metadata, and what calls answer. */
import * as z from 'zod/mini'
import { languages, roles } from '../vocabulary.ts'
import type { Answer } from './call.ts'
import type { ErrorCode, QueuePlace } from './errors.ts'
import { count, flag, id, idOrNull, instant, instantOrNull, named, pageOf, text, textOrNull } from './shapes.ts'
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
  /** The place that the caller keeps; the call is to be sent again with its key. */
  readonly queue?: QueuePlace
}
export type Envelope<T> = Success<T> | Failure

/** A page of a list. An empty list is `{ totalCount: 0, page: 1, pageSize: 5, list: [] }`. */
export interface Page<T> {
  readonly totalCount: number
  readonly page: number
  readonly pageSize: number
  readonly list: readonly T[]
}

/** A record as something that is referred to: its title, and the values that make it. */
export type WireName = Pick<WireMeta, 'id' | '_title' | '_titles' | '_translated'> & { readonly [field: string]: unknown }

/** Old and new value of a field; the titles are those of records that the values name. */
export const fieldChange = named(
  'FieldChange',
  z.strictObject({
    field: text(),
    before: z.unknown(),
    after: z.unknown(),
    beforeTitle: z.optional(text()),
    afterTitle: z.optional(text()),
    /** Titles of the records that values name which name several, by id. */
    titles: z.optional(z.record(z.string(), text())),
  }),
)
export type FieldChange = Answer<typeof fieldChange>

/** Rows of a record that a change of it brought along, as the value after it of the field that has them. */
export interface RowsChange {
  readonly added: readonly RowName[]
  readonly changed: readonly RowName[]
  readonly removed: readonly RowName[]
}
/** A row; the title is absent where it is gone, or not the reader's to know. */
interface RowName {
  readonly id: string
  readonly title?: string
}

/** One entry of a record's history: old and new value per field that changed and that the caller may read. */
export const change = named(
  'Change',
  z.strictObject({
    id: id(),
    version: z.int(),
    at: instant(),
    action: text(),
    actor: z.strictObject({ id: idOrNull(), name: text() }),
    reason: textOrNull(),
    changes: z.array(fieldChange),
  }),
)
export type WireChange = Answer<typeof change>

/** Alarms that an admin should see to; what is as it should be is absent. */
const alarms = named(
  'Alarms',
  z.strictObject({
    /** The server's disk fills up: no files are taken, or nothing is. */
    storage: z.optional(z.enum(['low', 'full'])),
    /** The machine's time is far from the newest one that the database knows: nothing is removed by time until somebody says which is right. */
    clock: z.optional(z.strictObject({ now: instant(), known: instant() })),
    /** Mails that wait for too long, or that were given up lately. */
    mails: z.optional(count()),
    /** Jobs that nobody takes up, or that were given up lately. */
    jobs: z.optional(count()),
    /** Stored files that are missing or damaged. */
    files: z.optional(count()),
    /** The store of files cannot be reached: files are neither read nor taken. */
    store: z.optional(z.literal('away')),
    /** The replica of the database cannot be reached, is far behind, or is none of this database: the database answers in its place. */
    replica: z.optional(z.enum(['away', 'behind', 'stranger'])),
    /** The database has met damage in its own pages. */
    isDamaged: z.optional(z.literal(true)),
  }),
)
export type WireAlarms = Answer<typeof alarms>

/** The signed-in person, as check-auth and login answer. */
export const user = named(
  'User',
  z.strictObject({
    id: id(),
    applicationUserId: id(),
    username: text(),
    name: text(),
    email: text(),
    role: z.enum(roles),
    /** Id of the person's student or professor record; absent where there is none. */
    personId: z.optional(id()),
    imagePath: textOrNull(),
    mustChangePassword: flag(),
    /** The university's own: of names and texts that it writes once. */
    universityLanguage: z.optional(z.enum(languages)),
    /** Rows of a list in the university's console, for who has chosen no other number. */
    listPageSize: z.optional(z.int()),
    /** For admins alone, and only where there is something to see to. */
    alarms: z.optional(alarms),
  }),
)
export type WireUser = Answer<typeof user>

/** The program's health, as `/readyz` tells it to an admin; others are told its status. */
export interface WireHealth {
  readonly status: 'ready' | 'degraded' | 'damaged'
  readonly engine: 'embedded' | 'postgres'
  /** The last one applied; it is the program's own. */
  readonly migration: string
  readonly disk: 'ample' | 'low' | 'full'
  readonly clock: { readonly now: string; readonly known: string; readonly isTrusted: boolean }
  readonly mails: { readonly waiting: number; readonly stuck: number; readonly givenUp: number }
  readonly jobs: {
    readonly waiting: number
    readonly stuck: number
    readonly givenUp: number
    /** Seconds since this process last looked for work; null where it does none. */
    readonly heartbeatSeconds: number | null
  }
  /** Pictures that are not prepared yet. */
  readonly picturesWaiting: number
  /** Number of stored files that are missing or damaged. */
  readonly faultyFiles: number
  /** When the last complete archive was stored and read back; a download does not count. */
  readonly lastBackupAt: string | null
  /** Null where nobody watches the store of files. */
  readonly fileStore: 'up' | 'away' | null
  /** Null where no replica is set. `lagSeconds`: since it had everything that the database had; null where that is not known. */
  readonly replica: { readonly state: 'following' | 'away' | 'behind' | 'stranger'; readonly lagSeconds: number | null } | null
}

/** A session of the signed-in person. */
export const session = named(
  'Session',
  z.strictObject({
    id: id(),
    /** The browser's own description, such as `Firefox, Linux`; may be empty. */
    device: text(),
    /** Address without its last part. */
    address: text(),
    createdAt: instant(),
    lastUsedAt: instant(),
    isCurrent: flag(),
  }),
)
export type WireSession = Answer<typeof session>

/** The own person record: the student's or the professor's; for the office the account's. */
export type PersonalData = WireRecord & { readonly kind: 'student' | 'professor' | 'user' }

const mailShape = {
  id: id(),
  kind: text(),
  to: text(),
  subject: text(),
  /** When it was sent, else when it was decided. */
  at: instant(),
  state: z.enum(['waiting', 'sent', 'dead']),
  attempts: count(),
  /** Answer of the mail server, as a code; null when nothing went wrong. */
  error: textOrNull(),
}

/** A mail of the outbox, as admins see it. */
export const mail = named('Mail', z.strictObject(mailShape))
export type WireMail = Answer<typeof mail>

/** A mail with what it says; links and codes are left out until the password is given again. */
export const openMail = z.strictObject({ ...mailShape, text: text(), isMasked: flag() })
export type WireOpenMail = Answer<typeof openMail>

/** A page of the outbox. `hasServer`: a mail server is set; without one, mails are kept as files, and their texts can be read. */
export const mailPage = z.extend(pageOf(mail), { hasServer: flag() })
export type WireMailPage = Answer<typeof mailPage>

/** Changes that one person made to the records of one resource within a minute. */
const activity = named(
  'Activity',
  z.strictObject({
    at: instant(),
    actor: text(),
    resource: text(),
    action: text(),
    /** Number of records. */
    count: count(),
    /** Id and title of the last of them. */
    recordId: id(),
    title: text(),
    /** Titles of the others that come first, where there are several: at most two. */
    others: z.array(text()),
  }),
)
export type WireActivity = Answer<typeof activity>

/** Work that waits for the office. Each number is that of a view of the registrations' list, as the person who asks sees it. */
const toDo = named(
  'ToDo',
  z.strictObject({
    /** View `waiting`. */
    waiting: count(),
    /** The one that has waited longest, and since when. */
    oldest: z.nullable(z.strictObject({ id: id(), submittedAt: instant() })),
    resubmitted: count(),
    overdue: count(),
    toRelease: count(),
    toEnrol: count(),
    decidedToday: count(),
    /** View `waiting` of the students' requests for changes of data. */
    dataChanges: count(),
    /** Views `overdue` of exams whose marks are not out, and of contested marks that are not answered. */
    overdueMarks: count(),
    overdueAppeals: count(),
    /** Mails that were given up; null for who may not read mails. */
    failedMails: z.nullable(count()),
  }),
)
export type WireToDo = Answer<typeof toDo>

/** Applications of one day, this year and as many days after last year's opening; null where that day is still to come or unknown. */
const admissionDay = named(
  'AdmissionDay',
  z.strictObject({
    /** `YYYY-MM-DD`, Romanian time. */
    day: z.iso.date(),
    count: z.nullable(count()),
    lastYear: z.nullable(count()),
  }),
)
export type WireAdmissionDay = Answer<typeof admissionDay>

/** Demand for a specialization in the current admission. */
const places = named(
  'Places',
  z.strictObject({
    specializationId: id(),
    title: text(),
    /** Null where there is no limit, and then nothing is left or pressed either. */
    places: z.nullable(count()),
    registrations: count(),
    accepted: count(),
    left: z.nullable(z.int()),
    /** Registrations for each place. */
    pressure: z.nullable(z.number()),
  }),
)
export type WirePlaces = Answer<typeof places>

const byStatus = () => z.record(text(), count())

/** Figures of the admission that the settings name. */
const admissionFigures = named(
  'AdmissionFigures',
  z.strictObject({
    id: id(),
    name: text(),
    opensAt: instantOrNull(),
    closesAt: instantOrNull(),
    registrations: count(),
    registrationStatus: byStatus(),
    /** Last year's admission: its name, and how many applications it had as long after its opening. */
    lastYear: z.nullable(z.strictObject({ name: text(), registrations: count() })),
    days: z.array(admissionDay),
    places: z.array(places),
  }),
)
export type WireAdmissionFigures = Answer<typeof admissionFigures>

/** The figures of the staff's home page. */
export const dashboard = z.strictObject({
  totalStudents: count(),
  totalRevenue: z.number(),
  facultyMembers: count(),
  registrations: count(),
  registrationStatus: byStatus(),
  recentActivities: z.array(activity),
  /** The server's clock. */
  asOf: instant(),
  toDo,
  /** Null where the settings name no admission. */
  admission: z.nullable(admissionFigures),
  /** Of decisions of the last 14 days, in working days from submission: half took no longer, nine of ten took no longer. */
  timeToDecision: z.nullable(z.strictObject({ decisions: count(), median: z.number(), ninetieth: z.number() })),
})
export type WireDashboard = Answer<typeof dashboard>

/** A class that holds more students than the settings allow. */
export const overfullClass = z.strictObject({ id: id(), title: text(), students: count() })
export type WireOverfullClass = Answer<typeof overfullClass>

/** Settings that public pages show, to anyone. */
export const publicSettings = {
  universityName: text(),
  /** Path of the university's picture, for anyone; null where it has none. */
  logo: textOrNull(),
  /** In which names of programmes and texts without a translation are written. */
  language: z.enum(languages),
  admissionEmail: textOrNull(),
  admissionPhone: textOrNull(),
  /** Address of its own pages. */
  website: textOrNull(),
  officeHours: textOrNull(),
  /** They are the usual ones, which each language has words for. */
  hasUsualHours: flag(),
}
export type WirePublicConfig = Answer<z.ZodMiniObject<typeof publicSettings>>

/** People whom the person signed in may write to. */
export const recipients = z.strictObject({
  people: z.array(
    z.strictObject({
      id: id(),
      name: text(),
      role: z.enum(roles),
      /** A student's group, a professor's department. */
      about: textOrNull(),
    }),
  ),
  /** Their action `message` writes to all who attend. */
  classes: z.array(z.strictObject({ id: id(), name: text(), about: text(), members: count() })),
})
export type WireRecipients = Answer<typeof recipients>

/** A message as the person who reads its thread sees it. */
const letter = named(
  'Letter',
  z.strictObject({
    id: id(),
    from: text(),
    /** The recipient's name, or to whom it went in words. */
    to: text(),
    isOwn: flag(),
    isToMany: flag(),
    isUnread: flag(),
    subject: text(),
    body: text(),
    sentAt: instant(),
    readAt: instantOrNull(),
    /** Of the own: how many have read it. */
    readBy: z.nullable(z.strictObject({ read: count(), recipients: count() })),
  }),
)
export type WireLetter = Answer<typeof letter>

/** A single message comes with its thread, oldest first. */
export const thread = z.strictObject({
  letters: z.array(letter),
  /** Id that an answer names as `inReplyToId`, and whom it goes to; null where there is nobody to answer. */
  answer: z.nullable(z.strictObject({ id: id(), to: text() })),
})
export type WireThread = Answer<typeof thread>

/** Messages that answer one another, as the person sees them from outside. */
const conversation = named(
  'Conversation',
  z.strictObject({
    /** Id of the last message, which opens the whole. */
    id: id(),
    /** Name of the other person, or to whom it went in words. */
    with: text(),
    subject: text(),
    /** Beginning of the last message. */
    excerpt: text(),
    isOwn: flag(),
    sentAt: instant(),
    letters: count(),
    unread: count(),
  }),
)
export type WireConversation = Answer<typeof conversation>

export const conversations = pageOf(conversation)
export type WireConversations = Answer<typeof conversations>

/** Counts of what the person signed in has not read. */
export const unread = named('Unread', z.strictObject({ notifications: count(), messages: count() }))
export type WireUnread = Answer<typeof unread>

/** Number of records in each view of a list, by the name of a declared view (empty: the whole list) and the id of a saved one. */
export const viewCounts = z.strictObject({ declared: z.record(text(), count()), saved: z.record(text(), count()) })
export type WireViewCounts = Answer<typeof viewCounts>
