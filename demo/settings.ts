import { domain } from './people.ts'
import { born, type Row, type Tools } from './rows.ts'

/** Settings of the demo university. Its current admission is open. */
export const demoSettings = (tools: Tools, current: Pick<Row<'settings'>, 'admissionSessionId' | 'academicYearId'>): Row<'settings'> => ({
  ...born(tools, tools.calendar.founded),
  registrationOpen: true,
  stopApplicationRequests: false,
  ...current,
  disableUpdates: false,
  allowExamResit: true,
  maxStudentsPerCourse: 30,
  notificationEnabled: true,
  universityName: 'Universitatea Matricola',
  bankAccountHolder: 'Universitatea Matricola',
  bankIban: 'RO49AAAA1B31007593840000',
  language: 'ro',
  listPageSize: 25,
  admissionEmail: `admitere@${domain}`,
  admissionPhone: '+40264001000',
  officeHours: 'Luni–vineri, 08:00–17:00',
})
