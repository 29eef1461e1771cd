/** JSON shapes of the API: the envelope, pages, and the responses of calls. */
import * as z from 'zod/mini'
import type { ResponseBody } from './call.ts'
import type { ErrorCode, QueuePosition } from './errors.ts'
import {
  count,
  flag,
  id,
  idOrNull,
  instant,
  languageSchema,
  namedSchema,
  pageSchema,
  roleSchema,
  text,
  textOrNull,
} from './shapes.ts'
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
export type WireName = Pick<WireMeta, 'id' | '_title' | '_titles' | '_translated'> & {
  readonly [field: string]: unknown
}

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

/**
 * Child rows that changed together with a record; the `after` value of the field that contains
 * them.
 */
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
    /**
     * Free disk space. If `low`, the server rejects uploads; if `full`, an embedded database is
     * read-only.
     */
    storage: z.optional(z.enum(['low', 'full'])),
    /**
     * The clock is too far from the newest time in the database. Nothing expires until an
     * administrator confirms the time.
     */
    clock: z.optional(z.strictObject({ now: instant(), known: instant() })),
    /** Number of emails that have waited too long or recently failed permanently. */
    mails: z.optional(count()),
    /** Number of emails, at least ten, that have waited for an hour in which none was sent. */
    stoppedMails: z.optional(count()),
    /** Number of jobs that have waited too long or recently failed permanently. */
    jobs: z.optional(count()),
    /** Number of stored files that are missing or damaged. */
    files: z.optional(count()),
    /** The file store is unreachable, so files can be neither read nor stored. */
    store: z.optional(z.literal('unreachable')),
    /**
     * The replica is unreachable, too far behind, or belongs to another database. Reads go to the
     * primary.
     */
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
    role: roleSchema(),
    /** Id of the user's student or professor record; absent if the user has no such record. */
    personId: z.optional(id()),
    imagePath: textOrNull(),
    mustChangePassword: flag(),
    /** The language of the university's own names and texts. */
    universityLanguage: z.optional(languageSchema()),
    /** Default page size of lists, for users who have not chosen one. */
    listPageSize: z.optional(z.int()),
    /** Only for administrators, and only if there are alarms. */
    alarms: z.optional(alarms),
  }),
)
export type WireUser = ResponseBody<typeof userSchema>

/**
 * Health of the program, as `/readyz` returns it to administrators. Other callers receive only the
 * status.
 */
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
  /**
   * Null if no replica is configured. `lagSeconds`: time since it was last up to date; null if
   * unknown.
   */
  readonly replica: {
    readonly state: 'following' | 'unreachable' | 'lagging' | 'foreign'
    readonly lagSeconds: number | null
  } | null
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

/**
 * A page of the outbox. If `hasServer` is false, no mail server is configured: emails are kept as
 * files and can be read.
 */
export const mailPageSchema = z.extend(pageSchema(mailSchema), { hasServer: flag() })
export type WireMailPage = ResponseBody<typeof mailPageSchema>

export const unreadSchema = namedSchema(
  'Unread',
  z.strictObject({ notifications: count(), messages: count() }),
)
export type WireUnread = ResponseBody<typeof unreadSchema>

/**
 * Number of records in each view of a list: `declared` by view name (an empty name means the whole
 * list), `saved` by view id.
 */
export const viewCountsSchema = z.strictObject({
  declared: z.record(text(), count()),
  saved: z.record(text(), count()),
})
export type WireViewCounts = ResponseBody<typeof viewCountsSchema>
