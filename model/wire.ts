/** The JSON shapes between server and browser: the envelope, a page, a record's own metadata. */
import type { ErrorCode } from './errors.ts'

/** One refused value: a code that names the message, and what to fill into it. */
export interface Issue {
  readonly code: string
  readonly params?: { readonly [name: string]: string | number }
}
export type FieldIssues = { readonly [field: string]: readonly Issue[] }

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
}
export type Envelope<T> = Success<T> | Failure

/** A page of a list. An empty list is `{ totalCount: 0, page: 1, pageSize: 5, list: [] }`. */
export interface Page<T> {
  readonly totalCount: number
  readonly page: number
  readonly pageSize: number
  readonly list: readonly T[]
}

/** What every record carries beside its fields: its title, the titles of what it refers to, and what the caller may do to it now. */
export interface WireMeta {
  readonly id: string
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly _title: string
  readonly _titles: { readonly [referenceField: string]: string }
  readonly _can: readonly string[]
}
export type WireRecord = WireMeta & { readonly [field: string]: unknown }

/** A record as something that is referred to: its title, and the values that make it. */
export type WireName = Pick<WireMeta, 'id' | '_title' | '_titles'> & { readonly [field: string]: unknown }

/** Old and new value of a field; the titles are those of records that the values name. */
export interface FieldChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
  readonly beforeTitle?: string
  readonly afterTitle?: string
}

/** One entry of a record's history: old and new value per field that changed and that the caller may read. */
export interface WireChange {
  readonly id: string
  readonly version: number
  readonly at: string
  readonly action: string
  readonly actor: { readonly id: string | null; readonly name: string }
  readonly reason: string | null
  readonly changes: readonly FieldChange[]
}

/** The signed-in person, as check-auth and login answer. */
export interface WireUser {
  readonly id: string
  readonly applicationUserId: string
  readonly username: string
  readonly name: string
  readonly email: string
  readonly role: import('./vocabulary.ts').Role
  /** Id of the person's student or professor record; absent where there is none. */
  readonly personId?: string
  readonly imagePath: string | null
  readonly mustChangePassword: boolean
  /** The university's own: of names and texts that it writes once. */
  readonly universityLanguage?: import('./vocabulary.ts').Language
  /** For admins alone, and only where there is something to see to. */
  readonly alarms?: WireAlarms
}

/** What an admin should see to; what is as it should be is absent. */
export interface WireAlarms {
  /** The server's disk fills up: no files are taken, or nothing is. */
  readonly storage?: 'low' | 'full'
  /** The machine's time is far from the newest one that the database knows: nothing is removed by time until somebody says which is right. */
  readonly clock?: { readonly now: string; readonly known: string }
  /** Mails that wait for too long, or that were given up lately. */
  readonly mails?: number
  /** Jobs that nobody takes up, or that were given up lately. */
  readonly jobs?: number
  /** Stored files that are missing or damaged. */
  readonly files?: number
  /** The database has met damage in its own pages. */
  readonly isDamaged?: true
}

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
    /** How long ago this process last looked for work; null where it does none. */
    readonly heartbeatSeconds: number | null
  }
  /** How many stored files are missing or damaged. */
  readonly faultyFiles: number
  readonly lastBackupAt: string | null
}

/** A session of the signed-in person. */
export interface WireSession {
  readonly id: string
  /** The browser's own description, such as `Firefox, Linux`; may be empty. */
  readonly device: string
  /** Address without its last part. */
  readonly address: string
  readonly createdAt: string
  readonly lastUsedAt: string
  readonly isCurrent: boolean
}

/** The own person record: the student's or the professor's; for the office the account's. */
export type PersonalData = WireRecord & { readonly kind: 'student' | 'professor' | 'user' }

/** A mail of the outbox, as admins see it. */
export interface WireMail {
  readonly id: string
  readonly kind: string
  readonly to: string
  readonly subject: string
  /** When it was sent, else when it was decided. */
  readonly at: string
  readonly state: 'waiting' | 'sent' | 'dead'
  readonly attempts: number
  /** What the mail server said, as a code; null when nothing went wrong. */
  readonly error: string | null
}

/** A mail with what it says. */
export interface WireOpenMail extends WireMail {
  readonly text: string
  /** Links and codes are left out until the password is given again. */
  readonly isMasked: boolean
}

/** A page of the outbox. */
export interface WireMailPage extends Page<WireMail> {
  /** Whether a mail server is set; without one, mails are kept as files, and their texts can be read. */
  readonly hasServer: boolean
}

/** What one person did to the records of one resource within a minute. */
export interface WireActivity {
  readonly at: string
  readonly actor: string
  readonly resource: string
  readonly action: string
  /** How many records it was. */
  readonly count: number
  /** Id and title of the last of them. */
  readonly recordId: string
  readonly title: string
  /** Titles of the others that come first, where there are several: at most two. */
  readonly others: readonly string[]
}

/** What waits for the office. Each number is that of a view of the registrations' list, as the person who asks sees it. */
export interface WireToDo {
  /** View `waiting`. */
  readonly waiting: number
  /** The one that has waited longest, and since when. */
  readonly oldest: { readonly id: string; readonly submittedAt: string } | null
  readonly resubmitted: number
  readonly overdue: number
  readonly toRelease: number
  readonly toEnrol: number
  readonly decidedToday: number
  /** View `waiting` of the students' requests for changes of data. */
  readonly dataChanges: number
  /** Views `overdue` of exams whose marks are not out, and of contested marks that are not answered. */
  readonly overdueMarks: number
  readonly overdueAppeals: number
  /** Mails that were given up; null for who may not read mails. */
  readonly failedMails: number | null
}

/** Applications of one day, this year and as many days after last year's opening; null where that day is still to come or unknown. */
export interface WireAdmissionDay {
  /** `YYYY-MM-DD`, Romanian time. */
  readonly day: string
  readonly count: number | null
  readonly lastYear: number | null
}

/** How sought a specialization is in the current admission. */
export interface WirePlaces {
  readonly specializationId: string
  readonly title: string
  /** Null where there is no limit, and then nothing is left or pressed either. */
  readonly places: number | null
  readonly registrations: number
  readonly accepted: number
  readonly left: number | null
  /** Registrations for each place. */
  readonly pressure: number | null
}

/** Figures of the admission that the settings name. */
export interface WireAdmissionFigures {
  readonly id: string
  readonly name: string
  readonly opensAt: string | null
  readonly closesAt: string | null
  readonly registrations: number
  readonly registrationStatus: { readonly [status: string]: number }
  /** Last year's admission: its name, and how many applications it had as long after its opening. */
  readonly lastYear: { readonly name: string; readonly registrations: number } | null
  readonly days: readonly WireAdmissionDay[]
  readonly places: readonly WirePlaces[]
}

/** The figures of the staff's home page. */
export interface WireDashboard {
  readonly totalStudents: number
  readonly totalRevenue: number
  readonly facultyMembers: number
  readonly registrations: number
  readonly registrationStatus: { readonly [status: string]: number }
  readonly recentActivities: readonly WireActivity[]
  /** The server's clock. */
  readonly asOf: string
  readonly toDo: WireToDo
  /** Null where the settings name no admission. */
  readonly admission: WireAdmissionFigures | null
  /** Of decisions of the last 14 days, in working days from submission: half took no longer, nine of ten took no longer. */
  readonly timeToDecision: { readonly decisions: number; readonly median: number; readonly ninetieth: number } | null
}

/** A class that holds more students than the settings allow. */
export interface WireOverfullClass {
  readonly id: string
  readonly title: string
  readonly students: number
}

/** What public pages show of the settings, to anyone. */
export interface WirePublicConfig {
  readonly universityName: string
  /** Path of the university's picture, for anyone; null where it has none. */
  readonly logo: string | null
  /** In which names of programmes and texts without a translation are written. */
  readonly language: import('./vocabulary.ts').Language
  readonly admissionEmail: string | null
  readonly admissionPhone: string | null
  /** Address of its own pages. */
  readonly website: string | null
  readonly officeHours: string | null
  /** They are the usual ones, which each language has words for. */
  readonly hasUsualHours: boolean
}

/** Whom the person signed in may write to. */
export interface WireRecipients {
  readonly people: readonly {
    readonly id: string
    readonly name: string
    readonly role: import('./vocabulary.ts').Role
    /** A student's group, a professor's department. */
    readonly about: string | null
  }[]
  /** Their action `message` writes to all who attend. */
  readonly classes: readonly { readonly id: string; readonly name: string; readonly about: string; readonly members: number }[]
}

/** A message as the person who reads its thread sees it. */
export interface WireLetter {
  readonly id: string
  readonly from: string
  /** The recipient's name, or to whom it went in words. */
  readonly to: string
  readonly isOwn: boolean
  readonly isToMany: boolean
  readonly isUnread: boolean
  readonly subject: string
  readonly body: string
  readonly sentAt: string
  readonly readAt: string | null
  /** Of the own: how many have read it. */
  readonly readBy: { readonly read: number; readonly recipients: number } | null
}

/** A single message comes with its thread, oldest first. */
export interface WireThread {
  readonly letters: readonly WireLetter[]
  /** What an answer names as `inReplyToId`, and whom it goes to; null where there is nobody to answer. */
  readonly answer: { readonly id: string; readonly to: string } | null
}

/** How much the person signed in has not read. */
export interface WireUnread {
  readonly notifications: number
  readonly messages: number
}

/** How many records each view of a list holds, by the name of a declared view (empty: the whole list) and the id of a saved one. */
export interface WireViewCounts {
  readonly declared: { readonly [view: string]: number }
  readonly saved: { readonly [id: string]: number }
}
