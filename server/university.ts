import type { Pack } from '@matricola/server/pack.ts'
import { startRepeating } from '@matricola/server/repeating.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { detailShapes } from '#resources/calls/details.ts'
import { universityErrors, universityIssues } from '#resources/codes.ts'
import { customProcesses } from '#resources/processes.ts'
import { applicantScope } from '#server/admission/applicant/applicant-session.ts'
import { dateNoticeWork } from '#server/admission/date-notices.ts'
import { answerIndexWork } from '#server/admission/forms/listed-answers.ts'
import { placeStateWork } from '#server/admission/place-state.ts'
import { retentionWork } from '#server/admission/privacy/retention.ts'
import { admission as admissionProcess } from '#server/admission/process.ts'
import { placeWork } from '#server/admission/ranking/confirm.ts'
import { resultsDraftWork } from '#server/admission/ranking/draft-hooks.ts'
import { waitingListWork } from '#server/admission/ranking/waiting-lists.ts'
import { reminderWork } from '#server/admission/reminders.ts'
import { rejectUnreadableDocument } from '#server/admission/review/documents.ts'
import { ensureAdmissionSession } from '#server/admission/sessions.ts'
import { universityComputations } from '#server/computed.ts'
import { universityErasures } from '#server/erasures.ts'
import { dueGradeWork } from '#server/grade-sheets/due-grades.ts'
import { universityHooks } from '#server/hooks.ts'
import { universityHousekeeping } from '#server/housekeeping.ts'
import {
  accessCodePattern,
  applicantMailRecipient,
  recordMailEvent,
  universityMails,
} from '#server/mails.ts'
import { publicSettings } from '#server/public-settings.ts'
import { universityConstraintErrors } from '#server/refusals.ts'
import { scopes } from '#server/scopes.ts'
import { universityPages, universityRoutes } from './routes.ts'
import * as academic from './tables/academic.ts'
import * as admission from './tables/admission.ts'

/** Work that no user triggers, in the order in which it starts. */
const scheduledWork = [
  reminderWork,
  ...resultsDraftWork,
  ...placeWork,
  ...placeStateWork,
  answerIndexWork,
  waitingListWork,
  dateNoticeWork,
  dueGradeWork,
  retentionWork,
]

/** The pack of admission and studies. */
export const university: Pack = {
  name: 'university',
  migrations: 'server/migrations',
  tables: { ...academic, ...admission },
  indexes: {
    'exam-resits': [academic.openResitIndex],
    'data-changes': [academic.openDataChangeIndex],
    'application-messages': [admission.unansweredMessageIndex, admission.answeredMessageIndex],
    registrations: [admission.activeApplicationIndex, admission.sameEmailIndex],
    students: [academic.studentCountIndex],
    'cash-sessions': [academic.openSeriesIndex, academic.openCashierIndex],
  },
  locales: 'locales',
  errors: universityErrors,
  issues: universityIssues,
  scopes,
  computed: universityComputations,
  constraintErrors: universityConstraintErrors,
  requiredRecords: [{ resource: admissionSessions, create: ensureAdmissionSession }],
  tablesExcludedFromBackup: ['calendar_token', 'applicant_session'],
  hooks: universityHooks,
  details: detailShapes,
  routes: universityRoutes,
  processes: [admissionProcess, ...customProcesses],
  publicSettings,
  pages: universityPages,
  mails: universityMails,
  mailRecipient: applicantMailRecipient,
  mailSecrets: accessCodePattern,
  recordMailOutcome: recordMailEvent,
  noteUnreadable: rejectUnreadableDocument,
  anonymousScope: applicantScope,
  housekeeping: universityHousekeeping,
  erasures: universityErasures,
  start: (context) => scheduledWork.map((work) => startRepeating(context, work)),
}
