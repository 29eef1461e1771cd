import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#server/engine/database/column-types.ts'

/** Meaning of its refusal: `server/university/refusals.ts`. */
export const activeApplicationName = 'registrations_active_application_unique'

/** One active application of a person for a programme in an admission; one that is marked as a possible double does not count. */
export const oneActiveApplication = uniqueIndex(activeApplicationName)
  .on(sql.raw('cnp_bidx'), sql.raw('specialization_id'), sql.raw('admission_session_id'))
  .where(sql.raw("status <> 'declined' and not is_duplicate"))

/** A review asks who else gave the same address. */
export const sameAddress = index('registrations_same_address_index').on(sql.raw('lower(personal_email)'))

/** Events of an application, as staff and, in part, the applicant read them. Only ever inserted. */
export const registrationEvent = pgTable(
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
    at: instant().notNull(),
    /** From when the applicant sees it; null: never. */
    visible_from: instant(),
    /** An internal note, or the words sent to the applicant. */
    note: text(),
    /** Details beside the kind of event: field names, reason code, mail kind. No personal value. */
    payload: jsonb().notNull(),
  },
  (t) => [
    index('registration_event_index').on(t.registration_id, t.at, t.id),
    index('registration_event_visible_index').on(t.visible_from),
  ],
)

/** The applicant's proof: ten characters, kept as a keyed hash; beside the first one, the hash of the newest that was asked for. */
export const accessCode = pgTable('access_code', {
  registration_id: uuid().primaryKey(),
  hash: text().notNull(),
  created_at: instant().notNull(),
})

/**
 * An application that is to be continued on another device. What it holds is encrypted; the access code and the key under
 * which it will be sent are kept as keyed hashes. What it held goes before the row, which tells its sender why.
 */
export const applicationDraft = pgTable(
  'application_draft',
  {
    id: uuid().primaryKey(),
    code_hash: text().notNull(),
    key_hash: text().notNull(),
    /** Null once it was sent, or is kept no longer. */
    sealed: text(),
    version: integer().notNull(),
    saved_at: instant().notNull(),
    /** The admission under way when it was saved first; null: none was named. */
    admission_session_id: uuid(),
    /** Masked: from where it was saved first. */
    address: text(),
  },
  (t) => [
    index('application_draft_key_index').on(t.key_hash),
    index('application_draft_saved_index').on(t.saved_at),
    index('application_draft_address_index').on(t.address),
  ],
)

/** Documents of such a draft: they wait for as long as it does. */
export const applicationDraftFile = pgTable(
  'application_draft_file',
  {
    draft_id: uuid()
      .notNull()
      .references(() => applicationDraft.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    file_id: uuid().notNull(),
    /** Masked: from where it was saved that this draft holds it. */
    address: text(),
  },
  (t) => [
    primaryKey({ columns: [t.draft_id, t.name] }),
    index('application_draft_file_index').on(t.file_id),
    index('application_draft_file_address_index').on(t.address),
  ],
)

/** Keys, hashed, under which applicants have sent: whoever goes on with one on another device is told, and sends nothing twice. */
export const sentKey = pgTable(
  'sent_key',
  {
    key_hash: text().primaryKey(),
    registration_id: uuid().notNull(),
    sent_at: instant().notNull(),
  },
  (t) => [index('sent_key_sent_index').on(t.sent_at)],
)

const numbers = () => integer().array().notNull().default([])

/** Findings of a draft of results for each application. Never changed once the draft is ready, but for when it was told. */
export const admissionResult = pgTable(
  'admission_result',
  {
    draft_id: uuid().notNull(),
    registration_id: uuid().notNull(),
    /** `won`, `waiting`, or `incomplete`: nobody could rank it. */
    outcome: text().notNull(),
    /** The place that was won: programme and kind. */
    specialization_id: uuid(),
    kind: text(),
    /** Position of the choice in the own order, from 1. */
    choice: integer(),
    /**
     * Each choice, in the own order: the places by their number in the draft, the average and what breaks its ties in hundredths, the
     * position among all who asked, and the number on the waiting list, 0 where none. Columns of numbers, since they are many.
     */
    seats: numbers(),
    averages: numbers(),
    first_ties: numbers(),
    second_ties: numbers(),
    positions: numbers(),
    waits: numbers(),
    /** Reason for which nobody could rank it. */
    missing: jsonb().notNull(),
    told_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.draft_id, t.registration_id] }),
    index('admission_result_registration_index').on(t.registration_id),
    index('admission_result_place_index').on(t.draft_id, t.specialization_id, t.kind),
  ],
)

/** Findings of a draft for the places of each kind in each programme. */
export const admissionSeat = pgTable(
  'admission_seat',
  {
    draft_id: uuid().notNull(),
    specialization_id: uuid().notNull(),
    /** `budget`, `fee`, or the id of a special kind. */
    kind: text().notNull(),
    /** Number in the draft, from 1. */
    number: integer().notNull().default(0),
    places: integer().notNull(),
    taken: integer().notNull(),
    /** People who asked for them, and those who still wait. */
    asked: integer().notNull(),
    waiting: integer().notNull(),
    /** Of the last who came in, in hundredths. */
    last_average: integer(),
  },
  (t) => [primaryKey({ columns: [t.draft_id, t.specialization_id, t.kind] })],
)

/** Work on a draft: one process at a time, until its lease runs out; and beside what it found, what it was made from. */
export const admissionRun = pgTable('admission_run', {
  draft_id: uuid().primaryKey(),
  lease_token: uuid().notNull(),
  lease_until: instant().notNull(),
  /** Of a hundred. */
  done: integer().notNull(),
  /** The only one of its admission for as long as nothing has changed. */
  stamp: uuid(),
  /** Effects of its release: see `resources/calls/ranking.ts`. */
  effect: jsonb(),
})

/** Stamps of what the results of an admission are made from: each change leaves one, a draft leaves one in the place of all. */
export const admissionInput = pgTable('admission_input', { session_id: uuid().notNull(), stamp: uuid().notNull() }, (t) => [
  primaryKey({ columns: [t.session_id, t.stamp] }),
])

/** Sessions of applicants: one application each, half an hour. */
export const applicantSession = pgTable(
  'applicant_session',
  {
    hash: text().primaryKey(),
    registration_id: uuid().notNull(),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
    revoked_at: instant(),
  },
  (t) => [index('applicant_session_registration_index').on(t.registration_id), index('applicant_session_expires_index').on(t.expires_at)],
)

/** Records whose personal data was removed: applied again after a restore from an older backup. */
export const erasure = pgTable('erasure', {
  record_id: uuid().primaryKey(),
  resource: text().notNull(),
  at: instant().notNull(),
  /** False where only files went. */
  is_whole: boolean().notNull(),
})
