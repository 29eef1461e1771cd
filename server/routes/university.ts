import type { Context } from '@matricola/server/context.ts'
import type { LoadPageRenderer } from '@matricola/server/http/page-renderer.ts'
import type { CreateBuildPage } from '@matricola/server/http/static-files.ts'
import type { FastifyInstance } from 'fastify'
import type { PageRenderer } from '#resources/admission/prerendered-page.ts'
import { readUniversityFacts } from '#server/admission/submission/public-config.ts'
import { createPrerenderedPages } from '#server/public-pages/prerendered-pages.ts'
import { admissionApplicantRoutes } from './admission-applicant.ts'
import { admissionDraftRoutes } from './admission-drafts.ts'
import { admissionEnrolmentRoutes } from './admission-enrolment.ts'
import { admissionOverviewRoutes } from './admission-overview.ts'
import { admissionPublicRoutes } from './admission-public.ts'
import { admissionRankingRoutes } from './admission-ranking.ts'
import { admissionReviewRoutes } from './admission-review.ts'
import { certificateRoutes } from './certificates.ts'
import { dashboardRoutes } from './dashboard.ts'
import { examRoutes } from './exams.ts'
import { gradeSheetRoutes } from './grade-sheets.ts'
import { homeRoutes } from './home.ts'
import { messageRoutes } from './messages.ts'
import { personalDataRoutes } from './personal-data.ts'
import { resultsRoutes } from './results.ts'
import { searchEngineRoutes } from './search-engines.ts'
import { statusFormRoutes } from './status-form.ts'
import { studyRoutes } from './study.ts'
import { timetableRoutes } from './timetable.ts'

/** Registers the university's calls, in addition to the generated ones. */
export function universityRoutes(app: FastifyInstance, context: Context): void {
  admissionEnrolmentRoutes(app, context)
  personalDataRoutes(app, context)
  dashboardRoutes(app, context)
  homeRoutes(app, context)
  messageRoutes(app, context)
  studyRoutes(app, context)
  certificateRoutes(app, context)
  admissionReviewRoutes(app, context)
  admissionRankingRoutes(app, context)
  admissionPublicRoutes(app, context)
  admissionApplicantRoutes(app, context)
  admissionDraftRoutes(app, context)
  examRoutes(app, context)
  gradeSheetRoutes(app, context)
  timetableRoutes(app, context)
}

/** Registers the public pages that need no scripts, and returns the prerendered pages. Returns null without a renderer. */
export function universityPages(app: FastifyInstance, context: Context, loadPageRenderer: LoadPageRenderer | null): CreateBuildPage | null {
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
