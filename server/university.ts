import type { Pack } from '@matricola/server/pack.ts'
import { startRepeating } from '@matricola/server/repeating.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { detailShapes } from '#resources/calls/details.ts'
import { universityErrors, universityIssues } from '#resources/codes.ts'
import { applicantScope } from '#server/admission/applicant/applicant-session.ts'
import { applyRetentionNightly } from '#server/admission/privacy/retention.ts'
import { applyReleasedDrafts } from '#server/admission/ranking/apply-released.ts'
import { remindToConfirmPlaces, revokeUnconfirmedPlaces } from '#server/admission/ranking/confirm.ts'
import { runDueDrafts } from '#server/admission/ranking/run.ts'
import { startReminders } from '#server/admission/reminders.ts'
import { rejectUnreadableDocument } from '#server/admission/review/documents.ts'
import { ensureAdmissionSession } from '#server/admission/sessions.ts'
import { universityComputations } from '#server/computed.ts'
import { universityErasures } from '#server/erasures.ts'
import { processDueGrades } from '#server/grade-sheets/due-grades.ts'
import { universityHooks } from '#server/hooks.ts'
import { universityHousekeeping } from '#server/housekeeping.ts'
import { accessCodePattern, applicantMailRecipient, recordMailEvent, universityMails } from '#server/mails.ts'
import { publicSettings } from '#server/public-settings.ts'
import { universityConstraintErrors } from '#server/refusals.ts'
import { scopes } from '#server/scopes.ts'
import { universityPages, universityRoutes } from './routes.ts'
import * as academic from './tables/academic.ts'
import * as admission from './tables/admission.ts'

const tenMinutes = 10 * 60_000
const halfMinute = 30_000
/** Both jobs run after each write to results drafts. They also run regularly, for notifications that are due at a later time. */
const afterDrafts = { after: 'wrote admission-drafts', everyMs: halfMinute } as const

/** The pack of admission and studies. */
export const university: Pack = {
  name: 'university',
  migrations: 'server/migrations',
  tables: { ...academic, ...admission },
  indexes: {
    'exam-resits': [academic.openResitIndex],
    'data-changes': [academic.openDataChangeIndex],
    registrations: [admission.activeApplicationIndex, admission.sameEmailIndex],
    students: [academic.studentCountIndex],
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
  start: (context) => [
    startReminders(context),
    startRepeating(context, { work: runDueDrafts, failure: 'computing due results drafts failed', ...afterDrafts }),
    startRepeating(context, { work: applyReleasedDrafts, failure: 'applying released results failed', ...afterDrafts }),
    startRepeating(context, { work: remindToConfirmPlaces, failure: 'sending reminders to confirm places failed', everyMs: tenMinutes }),
    startRepeating(context, {
      work: revokeUnconfirmedPlaces,
      failure: 'revoking unconfirmed places failed',
      everyMs: tenMinutes,
    }),
    startRepeating(context, { work: processDueGrades, failure: 'processing due grades failed' }),
    startRepeating(context, {
      work: applyRetentionNightly,
      failure: 'the nightly erasure of expired applications failed',
      everyMs: tenMinutes,
    }),
  ],
}
