import { instantColumn, keyColumn } from '@matricola/server/database/column-types.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

/** A violation is translated in `server/refusals.ts`. */
export const activeApplicationIndexName = 'registrations_active_application_unique'

/**
 * Allows one active application per CNP, programme and session. Possible duplicates do not count.
 */
export const activeApplicationIndex = uniqueIndex(activeApplicationIndexName)
  .on(sql.raw('cnp_bidx'), sql.raw('specialization_id'), sql.raw('admission_session_id'))
  .where(sql.raw("status <> 'declined' and not is_duplicate"))

/** Used to find applications with the same email address during a review. */
export const sameEmailIndex = index('registrations_same_address_index').on(
  sql.raw('lower(personal_email)'),
)

/** Used to compute how long the office usually takes to answer. */
export const answeredMessageIndex = index('application_messages_answered_index')
  .on(sql.raw('answered_at'))
  .where(sql.raw("author = 'applicant' and answered_at is not null"))

/** Used to find applications whose messages wait for an answer. */
export const unansweredMessageIndex = index('application_messages_unanswered_index')
  .on(sql.raw('registration_id'), sql.raw('sent_at'))
  .where(sql.raw("author = 'applicant' and answered_at is null"))

/**
 * The timeline of an application, for staff and partly for the applicant. Rows are only inserted.
 */
export const registrationEventDefinition = pgTable(
  'registration_event',
  {
    id: uuid().primaryKey(),
    registration_id: uuid().notNull(),
    type: text().notNull(),
    from_status: text(),
    to_status: text(),
    /** `applicant`, `staff` or `system`. */
    actor_kind: text().notNull(),
    actor_id: uuid(),
    actor_name: text().notNull(),
    at: instantColumn().notNull(),
    /** When the applicant starts to see it; null: never. */
    visible_from: instantColumn(),
    /** An internal note, or a text sent to the applicant. */
    note: text(),
    /** Details of the event: field names, reason code, type of an email. No personal data. */
    payload: jsonb().notNull(),
  },
  (t) => [
    index('registration_event_index').on(t.registration_id, t.at, t.id),
    index('registration_event_visible_index').on(t.visible_from),
  ],
)

/**
 * Access codes of ten characters, as keyed hashes: the first one, and the latest that was requested
 * after it.
 */
export const accessCodeDefinition = pgTable('access_code', {
  registration_id: uuid().primaryKey(),
  hash: text().notNull(),
  created_at: instantColumn().notNull(),
})

/**
 * An address that a link verifies. The links are in emails, whose composition sets the hashes. Only
 * the newest row of an application can be verified.
 */
export const emailVerificationDefinition = pgTable(
  'email_verification',
  {
    id: uuid().primaryKey(),
    registration_id: uuid().notNull(),
    address: text().notNull(),
    /** The address before; null for the address of a new application. */
    former_address: text(),
    token_hash: text(),
    /** Hash of the link in the email to the former address, which stops or reverts the change. */
    stop_hash: text(),
    created_at: instantColumn().notNull(),
    expires_at: instantColumn().notNull(),
    verified_at: instantColumn(),
    stopped_at: instantColumn(),
  },
  (t) => [
    index('email_verification_registration_index').on(t.registration_id, t.created_at, t.id),
    uniqueIndex('email_verification_token_key').on(t.token_hash),
    uniqueIndex('email_verification_stop_key').on(t.stop_hash),
    index('email_verification_created_index').on(t.created_at),
  ],
)

/**
 * An application draft, to be continued on another device. Its content is encrypted; the access
 * code and the idempotency key of the later submission are stored as keyed hashes. The content is
 * deleted before the row, so that a later attempt to open the draft gets the reason.
 */
export const applicationDraftDefinition = pgTable(
  'application_draft',
  {
    id: uuid().primaryKey(),
    code_hash: text().notNull(),
    key_hash: text().notNull(),
    /** Null once the application was sent or the draft has expired. */
    encrypted_content: text(),
    version: integer().notNull(),
    saved_at: instantColumn().notNull(),
    /** The current session when it was first saved; null if there was none. */
    admission_session_id: uuid(),
    /** Masked address from which it was first saved. */
    address: text(),
  },
  (t) => [
    index('application_draft_key_index').on(t.key_hash),
    index('application_draft_saved_index').on(t.saved_at),
    index('application_draft_address_index').on(t.address),
  ],
)

/**
 * Moved dates of a session or a round of which applicants are notified, once they can no longer be
 * moved back.
 */
export const dateNoticeDefinition = pgTable(
  'date_notice',
  {
    id: uuid().primaryKey(),
    /** `admission-sessions` or `admission-rounds`. */
    resource: text().notNull(),
    record_id: uuid().notNull(),
    admission_session_id: uuid().notNull(),
    dates: jsonb().notNull(),
    /** A text for the applicants. */
    reason: text(),
    created_at: instantColumn().notNull(),
    notify_at: instantColumn().notNull(),
    /** Number of applicants when the dates were moved, and of those notified so far. */
    applicants: integer().notNull(),
    notified: integer().notNull(),
    /** The last applicant notified so far. */
    last_id: uuid(),
    finished_at: instantColumn(),
  },
  (t) => [
    index('date_notice_index').on(t.record_id, t.created_at),
    index('date_notice_finished_index').on(t.finished_at),
  ],
)

/** Documents of an application draft. They are kept as long as the draft. */
export const applicationDraftFileDefinition = pgTable(
  'application_draft_file',
  {
    draft_id: uuid()
      .notNull()
      .references(() => applicationDraftDefinition.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    file_id: uuid().notNull(),
    /** Masked address from which the document was saved. */
    address: text(),
  },
  (t) => [
    primaryKey({ columns: [t.draft_id, t.name] }),
    index('application_draft_file_index').on(t.file_id),
    index('application_draft_file_address_index').on(t.address),
  ],
)

/**
 * Hashed idempotency keys of sent applications, so that an applicant on another device cannot send
 * a second time.
 */
export const submissionKeyDefinition = pgTable(
  'submission_key',
  {
    key_hash: text().primaryKey(),
    registration_id: uuid().notNull(),
    sent_at: instantColumn().notNull(),
  },
  (t) => [index('submission_key_sent_index').on(t.sent_at)],
)

const numbers = () => integer().array().notNull().default([])

/**
 * Results of a draft per application. Once the draft is ready, only the time of the notification
 * changes.
 */
export const admissionResultDefinition = pgTable(
  'admission_result',
  {
    draft_id: uuid().notNull(),
    registration_id: uuid().notNull(),
    /** `won`, `waiting`, or `incomplete` if the application cannot be ranked. */
    outcome: text().notNull(),
    /** The place that was won: programme and type. */
    specialization_id: uuid(),
    kind: text(),
    /** Rank of the won choice among the applicant's choices, from 1. */
    choice: integer(),
    /**
     * One element per choice, in the applicant's order: number of the place in the draft, average
     * and tie-breakers in hundredths, position among all who chose it, and position on the waiting
     * list (0: none). Arrays, since the rows are numerous.
     */
    quotas: numbers(),
    averages: numbers(),
    first_ties: numbers(),
    second_ties: numbers(),
    third_ties: numbers(),
    fourth_ties: numbers(),
    fifth_ties: numbers(),
    positions: numbers(),
    waiting_positions: numbers(),
    /**
     * One element per choice: its reason, and the number of the tie-breaker that decided (0: none).
     * Empty in drafts that were computed before reasons were stored.
     */
    reasons: text().array().notNull().default([]),
    decided_by: numbers(),
    /**
     * Choices of programmes whose condition the applicant does not meet, with the condition. They are
     * not among the choices above. Null if there are none, or if the draft is older than conditions.
     */
    ineligible: jsonb(),
    /** Why the application cannot be ranked. */
    missing: jsonb().notNull(),
    /**
     * How the place changes (`resultChanges`), compared with the place that the applicant was
     * notified of and still has, and whether that place was confirmed. The change is null in drafts
     * that were computed before changes were stored.
     */
    change: text(),
    from_specialization_id: uuid(),
    from_kind: text(),
    confirmed: boolean().notNull().default(false),
    /** Why a place became worse or was withdrawn (`resultCauses`), with the values for its text. */
    cause: text(),
    cause_details: jsonb(),
    notified_at: instantColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.draft_id, t.registration_id] }),
    index('admission_result_registration_index').on(t.registration_id),
    index('admission_result_place_index').on(t.draft_id, t.specialization_id, t.kind),
  ],
)

/** Results of a draft per programme and type of place. */
export const admissionQuotaDefinition = pgTable(
  'admission_quota',
  {
    draft_id: uuid().notNull(),
    specialization_id: uuid().notNull(),
    /** `budget`, `fee`, or the id of a type of reserved place. */
    kind: text().notNull(),
    /** Number in the draft, from 1. */
    number: integer().notNull().default(0),
    places: integer().notNull(),
    taken: integer().notNull(),
    /** Number of taken places that applicants had confirmed before. */
    held: integer().notNull().default(0),
    /** Number of applicants who chose it, and of those on the waiting list. */
    applicants: integer().notNull(),
    waiting: integer().notNull(),
    /**
     * The last applicant admitted in this round, without those who had confirmed the place before:
     * average and tie-breakers in hundredths, and the lot.
     */
    last_average: integer(),
    last_ties: numbers(),
    last_lot: text(),
    /** Formulas of the average and of the tie-breakers. */
    formulas: text().array().notNull().default([]),
  },
  (t) => [primaryKey({ columns: [t.draft_id, t.specialization_id, t.kind] })],
)

/**
 * Computation of a draft: the lease of the process that works on it, the stamp of its input, and
 * the effect of a release.
 */
export const admissionRunDefinition = pgTable('admission_run', {
  draft_id: uuid().primaryKey(),
  lease_token: uuid().notNull(),
  lease_until: instantColumn().notNull(),
  /** Progress in percent. */
  progress: integer().notNull(),
  /** The draft is valid while this is the only stamp of its session in `admission_input`. */
  stamp: uuid(),
  /** Effect of a release; see `resources/calls/ranking.ts`. */
  effect: jsonb(),
  /** Applicants whose place a confirmed one takes; see `resources/calls/ranking.ts`. */
  blocked: jsonb(),
  /** Data of others that each cause follows from; see `resources/calls/ranking.ts`. */
  cause_sources: jsonb(),
})

/**
 * Stamps by which drafts detect changes: every change adds one, and the start of a draft replaces
 * them with one.
 */
export const admissionInputDefinition = pgTable(
  'admission_input',
  { session_id: uuid().notNull(), stamp: uuid().notNull() },
  (t) => [primaryKey({ columns: [t.session_id, t.stamp] })],
)

/**
 * Answers to the question whether a confirmed place is kept or given up for a higher choice. Rows
 * are only inserted; the newest of an application counts.
 */
export const placeAcceptanceDefinition = pgTable(
  'place_acceptance',
  {
    id: uuid().primaryKey(),
    registration_id: uuid().notNull(),
    /** The round whose results offered the place; null if no results did. */
    round_id: uuid(),
    /** The place that was shown with the question: programme and type. */
    specialization_id: uuid().notNull(),
    kind: text().notNull(),
    /** `keep` or `moveUp`. */
    mode: text().notNull(),
    /** The higher choices that the applicant agreed to, with the amounts that were shown. */
    consented: jsonb().notNull(),
    /** Whether the applicant agreed to move to a place that costs more. */
    agreed_to_pay: boolean().notNull(),
    /** `applicant`, `staff` or `system`, and the user. */
    actor_kind: text().notNull(),
    actor_id: uuid(),
    /** How the office learned the answer: `inPerson` or `inWriting`; null if it was not asked. */
    told: text(),
    at: instantColumn().notNull(),
    /** The language and the version of the texts that were shown. */
    language: text().notNull(),
    text_version: text().notNull(),
  },
  (t) => [index('place_acceptance_registration_index').on(t.registration_id, t.at, t.id)],
)

/**
 * Answers to listed questions of application forms, for lists: each in the column of its type. Rows
 * are derived from the answers of the application, in the same transaction.
 */
export const applicationAnswerDefinition = pgTable(
  'application_answer',
  {
    registration_id: uuid().notNull(),
    item_id: text().notNull(),
    /** The sort key of a text, the id of an option, ids separated by spaces, `true` or `false`. */
    text: keyColumn(),
    number: numeric(),
    day: date(),
  },
  (t) => [
    primaryKey({ columns: [t.registration_id, t.item_id] }),
    index('application_answer_text_index')
      .on(t.item_id, t.text, t.registration_id)
      .where(sql.raw('text is not null')),
    index('application_answer_text_trigrams')
      .using('gin', sql.raw(`(translate(text, '{|', '')) gin_trgm_ops`))
      .where(sql.raw('text is not null')),
    index('application_answer_number_index')
      .on(t.item_id, t.number, t.registration_id)
      .where(sql.raw('number is not null')),
    index('application_answer_day_index')
      .on(t.item_id, t.day, t.registration_id)
      .where(sql.raw('day is not null')),
  ],
)

/**
 * The listed questions of application forms. A job stores the answers that were given before a
 * question was listed, and removes those of a question that is not listed any more.
 */
export const listedItemDefinition = pgTable(
  'listed_item',
  {
    form_id: uuid().notNull(),
    item_id: text().notNull(),
    /** The newest published version with the question. */
    version_id: uuid().notNull(),
    /** False: the answers are being removed. */
    is_listed: boolean().notNull(),
    /** The format of the stored answers; another one than the program's makes the job start again. */
    format: smallint().notNull(),
    /** Number of applications of the form when the job started, and of those done so far. */
    total: integer().notNull(),
    done: integer().notNull(),
    /** The last application done so far. */
    last_id: uuid(),
    /** Lists offer the question from then on. */
    finished_at: instantColumn(),
  },
  (t) => [primaryKey({ columns: [t.form_id, t.item_id] })],
)

/** Sessions of applicants. Each is for one application and lasts half an hour. */
export const applicantSessionDefinition = pgTable(
  'applicant_session',
  {
    hash: text().primaryKey(),
    registration_id: uuid().notNull(),
    created_at: instantColumn().notNull(),
    expires_at: instantColumn().notNull(),
    revoked_at: instantColumn(),
  },
  (t) => [
    index('applicant_session_registration_index').on(t.registration_id),
    index('applicant_session_expires_index').on(t.expires_at),
  ],
)

/**
 * Records whose personal data was erased. The erasure is repeated after restoring an older backup.
 */
export const erasureDefinition = pgTable('erasure', {
  record_id: uuid().primaryKey(),
  resource: text().notNull(),
  at: instantColumn().notNull(),
  /** False if only files were erased. */
  is_whole: boolean().notNull(),
})
