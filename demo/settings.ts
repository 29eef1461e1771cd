import { demoDomain } from './people.ts'
import { createRecordBase, type DemoRow, type DemoTools } from './rows.ts'

/** Settings of the demo university. Its current admission is open. */
export const makeSettings = (
  tools: DemoTools,
  current: Pick<DemoRow<'settings'>, 'admissionSessionId' | 'academicYearId'>,
): DemoRow<'settings'> => ({
  ...createRecordBase(tools, tools.calendar.founded),
  registrationOpen: true,
  stopApplicationRequests: false,
  ...current,
  disableUpdates: false,
  allowExamResit: true,
  maxStudentsPerCourse: 30,
  // Only one administrator of the demo can sign in.
  rankingNeedsSecond: false,
  notificationEnabled: true,
  universityName: 'Universitatea Matricola',
  bankAccountHolder: 'Universitatea Matricola',
  bankIban: 'RO49AAAA1B31007593840000',
  cashLimitPerDay: 10_000,
  cashNeedsSecond: true,
  language: 'ro',
  listPageSize: 25,
  admissionEmail: `admitere@${demoDomain}`,
  admissionPhone: '+40264001000',
  officeHours: 'Luni–vineri, 08:00–17:00',
  hoursMonday: '08:00-17:00',
  hoursTuesday: '08:00-17:00',
  hoursWednesday: '08:00-17:00',
  hoursThursday: '08:00-17:00',
  hoursFriday: '08:00-17:00',
})
