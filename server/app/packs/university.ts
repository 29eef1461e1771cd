import { admissionSessions } from '#resources/admission-sessions.ts'
import type { Pack } from '#server/engine/pack.ts'
import { startRepeating } from '#server/engine/repeating.ts'
import { ensureAdmissionSession } from '#server/university/admission/first-session.ts'
import { retainNightly } from '#server/university/admission/privacy/retention.ts'
import { lapsePlaces, remindPlaces } from '#server/university/admission/ranking/confirm.ts'
import { notifyOfDueDrafts } from '#server/university/admission/ranking/notify.ts'
import { runDueDrafts } from '#server/university/admission/ranking/run.ts'
import { startReminders } from '#server/university/admission/reminders.ts'
import { rejectUnreadable } from '#server/university/admission/review/documents.ts'
import { computed } from '#server/university/computed.ts'
import { universityErasures } from '#server/university/erasures.ts'
import { watchGrades } from '#server/university/grade-sheets/duties.ts'
import { universityHooks } from '#server/university/hooks.ts'
import { mailed, noteMail, secrets, universityMails } from '#server/university/mails.ts'
import { refusals } from '#server/university/refusals.ts'
import { universityPages, universityRoutes } from '#server/university/routes/university.ts'
import { scopes } from '#server/university/scopes.ts'
import { universityUpkeep } from '#server/university/upkeep.ts'

const tenMinutes = 10 * 60_000
const halfMinute = 30_000
/** Both jobs follow writes of results drafts. The interval is for notifications that are due at a later time. */
const afterDrafts = { after: 'wrote admission-drafts', everyMs: halfMinute } as const

/** The pack of admission and studies. */
export const university: Pack = {
  name: 'university',
  migrations: 'server/university/migrations',
  locales: 'locales',
  scopes,
  computed,
  refusals,
  ensured: [{ resource: admissionSessions, make: ensureAdmissionSession }],
  unkept: ['calendar_token', 'applicant_session'],
  hooks: universityHooks,
  routes: universityRoutes,
  pages: universityPages,
  mails: universityMails,
  mailed,
  secrets,
  noteMail,
  noteUnreadable: rejectUnreadable,
  upkeep: universityUpkeep,
  erasures: universityErasures,
  start: (context) => [
    startReminders(context),
    startRepeating(context, { work: runDueDrafts, failure: 'drafts of results could not be made', ...afterDrafts }),
    startRepeating(context, { work: notifyOfDueDrafts, failure: 'results could not be told', ...afterDrafts }),
    startRepeating(context, { work: remindPlaces, failure: 'places could not be called to mind', everyMs: tenMinutes }),
    startRepeating(context, { work: lapsePlaces, failure: 'places that were not confirmed could not be taken back', everyMs: tenMinutes }),
    startRepeating(context, { work: watchGrades, failure: 'marks could not be watched' }),
    startRepeating(context, { work: retainNightly, failure: 'applications past their time could not be erased', everyMs: tenMinutes }),
  ],
}
