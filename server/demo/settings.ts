import { domain } from './people.ts'
import { born, type Row, type Tools } from './rows.ts'

/** Settings of the demo university. Its registration is closed, as its public form is. */
export const demoSettings = (tools: Tools): Row<'settings'> => ({
  ...born(tools, tools.calendar.founded),
  registrationOpen: false,
  stopApplicationRequests: false,
  disableUpdates: false,
  allowExamResit: true,
  maxStudentsPerCourse: 30,
  notificationEnabled: true,
  universityName: 'Universitatea Matricola',
  admissionEmail: `admitere@${domain}`,
  admissionPhone: '+40264001000',
  officeHours: 'Luni–vineri, 08:00–17:00',
})
