import type { WireHome } from '#model/academic/home.ts'
import type { WireTimetable } from '#model/academic/timetable.ts'
import type { WireDashboard } from '#model/wire/wire.ts'
import * as dashboardCalls from '#resources/calls/dashboard.ts'
import * as timetableCalls from '#resources/calls/timetable.ts'
import { on, success } from './network.ts'

/** The figures of a university in which nothing has happened yet. */
export const noFigures: WireDashboard = {
  totalStudents: 0,
  totalRevenue: 0,
  facultyMembers: 0,
  registrations: 0,
  registrationStatus: {},
  recentActivities: [],
  asOf: '2026-09-07T11:05:00.000Z',
  toDo: {
    waiting: 0,
    oldest: null,
    resubmitted: 0,
    overdue: 0,
    toRelease: 0,
    toEnrol: 0,
    decidedToday: 0,
    dataChanges: 0,
    overdueMarks: 0,
    overdueAppeals: 0,
    failedMails: 0,
  },
  admission: null,
  timeToDecision: null,
}

export const homes: { readonly [K in WireHome['kind']]: Extract<WireHome, { kind: K }> } = {
  student: {
    kind: 'student',
    asOf: noFigures.asOf,
    exams: [],
    grades: [],
    credits: null,
    balance: 0,
    open: [],
    requests: { resits: 0, dataChanges: 0, appeals: 0 },
    mayAskForResits: false,
  },
  professor: {
    kind: 'professor',
    professorId: null,
    asOf: noFigures.asOf,
    exams: [],
    sheets: [],
    resits: 0,
    appeals: { open: 0, overdue: 0 },
    theses: 0,
  },
}

const noWeek: WireTimetable = { week: '2026-09-07', today: '2026-09-07', entries: [], periods: [] }

/** The homes of students and professors show somebody for whom nothing is planned yet. */
export function nothingAtHome(kind: WireHome['kind']) {
  on(dashboardCalls.home, () => success(homes[kind]))
  on(timetableCalls.week, () => success(noWeek))
}
