/** The public admission page, with the programmes and deadlines, and a page for each programme. */

import { AppError, errorStatus } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import { languageParameter, pageLanguage } from '@matricola/server/session/language.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type AdmissionOverview,
  admissionOfProgramme,
} from '#resources/admission/admission-overview.ts'
import { parseProgrammeFilter } from '#resources/admission/programme-filter.ts'
import {
  admissionPath,
  calendarPath,
  programmeCalendarPath,
  programmePath,
  sessionParam,
} from '#resources/paths.ts'
import type { PrerenderSources } from '#server/public-pages/markup-cache.ts'
import { createPlainPageSender, withTrailingSlash } from '#server/public-pages/plain-pages.ts'
import { type CalendarFeed, calendarFeed } from './calendar-feed.ts'
import { overviewHead, programmeHead } from './page-heads.ts'
import { findAdmission, readAdmissionOverview } from './read-overview.ts'

/** As for the sitemap. The feed depends on the reader's language, so no shared cache keeps it. */
const feedCacheSeconds = 3600

/** The programme that the path names. */
function programmeOf(request: FastifyRequest, { programmes }: AdmissionOverview) {
  // The path of the route contains this parameter.
  const { code } = request.params as { readonly code: string }
  return programmes.find((one) => one.code === code.toUpperCase())
}

export function admissionOverviewRoutes(
  app: FastifyInstance,
  context: Context,
  sources: PrerenderSources,
): void {
  const origin = context.config.publicOrigin
  app.register(async (scope) => {
    const send = createPlainPageSender(scope, context, sources)

    const showOverview = async (request: FastifyRequest, reply: FastifyReply) => {
      const { university, content, facts } = await readState(request)
      const filter = parseProgrammeFilter(new URL(request.url, origin).searchParams)
      return send(request, reply, {
        university,
        view: { name: 'frontDoor', ...content, filter },
        head: overviewHead(facts),
      })
    }

    const showProgramme = async (request: FastifyRequest, reply: FastifyReply) => {
      const { university, content, facts } = await readState(request)
      const programme = programmeOf(request, facts.overview)
      if (programme)
        return send(request, reply, {
          university,
          view: { name: 'programme', ...content, programme },
          head: programmeHead(facts, programme),
        })
      reply.code(errorStatus['path.unknown'])
      const title = context.texts.text(facts.language, 'errors:notFound.title')
      return send(request, reply, {
        university,
        view: { name: 'noProgramme' },
        head: { title: `${title} – ${facts.intake.universityName}` },
      })
    }

    const sendFeed = (
      reply: FastifyReply,
      feed: Pick<CalendarFeed, 'admission' | 'programme' | 'address' | 'language'>,
    ) =>
      reply
        .headers({
          'content-type': 'text/calendar; charset=utf-8',
          'content-disposition': 'inline; filename="calendar.ics"',
          'cache-control': `private, max-age=${feedCacheSeconds}`,
          'x-robots-tag': 'noindex',
        })
        .send(calendarFeed({ ...feed, texts: context.texts, now: context.clock.now() }))

    const sendSessionFeed = async (request: FastifyRequest, reply: FastifyReply) => {
      const id = new URL(request.url, origin).searchParams.get(sessionParam) ?? ''
      const admission = await findAdmission(context.database, id)
      if (!admission) throw new AppError('path.unknown')
      const address = `${origin}${admissionPath}`
      return sendFeed(reply, { admission, address, language: pageLanguage(request) })
    }

    const sendProgrammeFeed = async (request: FastifyRequest, reply: FastifyReply) => {
      const { facts } = await readState(request)
      const programme = programmeOf(request, facts.overview)
      const admission = programme && admissionOfProgramme(facts.intake, facts.overview, programme)
      if (!admission) throw new AppError('path.unknown')
      const address = `${origin}${programmePath(programme.code)}`
      return sendFeed(reply, { admission, programme, address, language: facts.language })
    }

    scope.get(calendarPath, { config: { access: 'public' } }, sendSessionFeed)
    scope.get(programmeCalendarPath(':code'), { config: { access: 'public' } }, sendProgrammeFeed)
    for (const path of withTrailingSlash(admissionPath))
      scope.get(path, { config: { access: 'public' } }, showOverview)
    for (const path of withTrailingSlash(programmePath(':code')))
      scope.get(path, { config: { access: 'public' } }, showProgramme)
  })

  /** Reads the current state of admission, for the page and for its metadata. */
  async function readState(request: FastifyRequest) {
    const language = pageLanguage(request)
    const [university, overview] = await Promise.all([
      sources.readUniversity(),
      readAdmissionOverview(context, language),
    ])
    const { intake } = university
    const isLanguageNamed = languageParameter(request) !== undefined
    const facts = {
      texts: context.texts,
      language,
      origin: context.config.publicOrigin,
      intake,
      overview,
      isLanguageNamed,
    }
    return { university, content: { overview }, facts: facts }
  }
}
