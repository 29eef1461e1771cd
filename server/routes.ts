import type { Context } from '@matricola/server/context.ts'
import type { LoadPageRenderer } from '@matricola/server/http/page-renderer.ts'
import type { CreateBuildPage } from '@matricola/server/http/static-files.ts'
import type { FastifyInstance } from 'fastify'
import type { PageRenderer } from '#resources/admission/prerendered-page.ts'
import { admissionApplicantRoutes } from '#server/admission/applicant/applicant-routes.ts'
import { dateNoticeRoutes } from '#server/admission/date-notices.ts'
import { admissionDraftRoutes } from '#server/admission/drafts/draft-routes.ts'
import { admissionEnrolmentRoutes } from '#server/admission/enrolment/enrolment-routes.ts'
import { applicationFormRoutes } from '#server/admission/forms/form-routes.ts'
import { applicantMessageRoutes } from '#server/admission/messages/message-routes.ts'
import { revealRoutes } from '#server/admission/privacy/reveal.ts'
import { admissionOverviewRoutes } from '#server/admission/public-site/overview-pages.ts'
import { resultsRoutes } from '#server/admission/public-site/results-pages.ts'
import { searchEngineRoutes } from '#server/admission/public-site/search-engines.ts'
import { statusFormRoutes } from '#server/admission/public-site/status-form.ts'
import { statusRoutes } from '#server/admission/public-site/status-search.ts'
import { admissionRankingRoutes } from '#server/admission/ranking/results.ts'
import { rankingRuleRoutes } from '#server/admission/ranking/try-rule.ts'
import { admissionReviewRoutes } from '#server/admission/review/review-routes.ts'
import { readUniversityFacts } from '#server/admission/submission/public-config.ts'
import { submissionRoutes } from '#server/admission/submission/submission-routes.ts'
import { certificateRoutes } from '#server/certificates/certificate-routes.ts'
import { dashboardRoutes } from '#server/dashboard/read-dashboard.ts'
import { examRoutes } from '#server/exams/exam-routes.ts'
import { accountRoutes } from '#server/finances/account.ts'
import { paymentRoutes } from '#server/finances/book-payment.ts'
import { gradeSheetRoutes } from '#server/grade-sheets/grade-sheet-routes.ts'
import { homeRoutes } from '#server/home/home-routes.ts'
import { personalDataRoutes } from '#server/home/personal-data.ts'
import { messageRoutes } from '#server/messages/message-routes.ts'
import { createPrerenderedPages } from '#server/public-pages/prerendered-pages.ts'
import { resitRoutes } from '#server/resits/resit-routes.ts'
import { studyRoutes } from '#server/study/read-study-record.ts'
import { timetableRoutes } from '#server/timetable/timetable-routes.ts'

/** Registers the university's calls, in addition to the generated ones. */
export function universityRoutes(app: FastifyInstance, context: Context): void {
  admissionEnrolmentRoutes(app, context)
  revealRoutes(app, context)
  personalDataRoutes(app, context)
  dashboardRoutes(app, context)
  homeRoutes(app, context)
  accountRoutes(app, context)
  paymentRoutes(app, context)
  messageRoutes(app, context)
  studyRoutes(app, context)
  certificateRoutes(app, context)
  admissionReviewRoutes(app, context)
  admissionRankingRoutes(app, context)
  rankingRuleRoutes(app, context)
  statusRoutes(app, context)
  submissionRoutes(app, context)
  admissionApplicantRoutes(app, context)
  applicantMessageRoutes(app, context)
  admissionDraftRoutes(app, context)
  dateNoticeRoutes(app, context)
  applicationFormRoutes(app, context)
  examRoutes(app, context)
  resitRoutes(app, context)
  gradeSheetRoutes(app, context)
  timetableRoutes(app, context)
}

/**
 * Registers the public pages that need no scripts, and returns the prerendered pages. Returns null
 * without a renderer.
 */
export function universityPages(
  app: FastifyInstance,
  context: Context,
  loadPageRenderer: LoadPageRenderer | null,
): CreateBuildPage | null {
  if (!loadPageRenderer) return null
  // The built `src/public/prerender.tsx` exports exactly this.
  const sources = {
    loadPageRenderer: loadPageRenderer as LoadPageRenderer<PageRenderer>,
    readUniversity: () => readUniversityFacts(context),
  }
  admissionOverviewRoutes(app, context, sources)
  resultsRoutes(app, context, sources)
  searchEngineRoutes(app, context)
  statusFormRoutes(app, context, sources)
  return createPrerenderedPages(context, sources)
}
