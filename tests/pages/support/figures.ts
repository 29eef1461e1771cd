import type { WireDashboard } from '#model/wire.ts'

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
