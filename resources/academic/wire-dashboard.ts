/** Shapes of the staff dashboard. */

import type { ResponseBody } from '@matricola/schema/wire/call.ts'
import {
  count,
  id,
  instant,
  instantOrNull,
  namedSchema,
  text,
} from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'

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

/**
 * Pending work for staff. Unless noted, each number is the size of a view of the list of
 * applications, as the caller sees it.
 */
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
 * Number of applications on a day of this year's admission and on the corresponding day of last
 * year's. Null if the day is in the future or unknown.
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
    /**
     * Last year's admission session, and the number of applications it had at the same time after
     * its opening.
     */
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
  /**
   * Decisions of the last 14 days: median and 90th percentile of the working days since submission.
   */
  timeToDecision: z.nullable(
    z.strictObject({ decisions: count(), median: z.number(), ninetieth: z.number() }),
  ),
})
export type WireDashboard = ResponseBody<typeof dashboardSchema>

/** A class with more students than the settings allow. */
export const overfullClassSchema = z.strictObject({ id: id(), title: text(), students: count() })
export type WireOverfullClass = ResponseBody<typeof overfullClassSchema>
