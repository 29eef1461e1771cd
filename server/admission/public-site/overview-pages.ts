/** The public admission page, with the programmes and deadlines, and a page for each programme. */

import { errorStatus } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import { languageParameter, pageLanguage } from '@matricola/server/session/language.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admissionPath, programmePath } from '#resources/paths.ts'
import type { PrerenderSources } from '#server/public-pages/markup-cache.ts'
import { createPlainPageSender, withTrailingSlash } from '#server/public-pages/plain-pages.ts'
import { overviewHead, programmeHead } from './page-heads.ts'
import { readAdmissionOverview } from './read-overview.ts'

export function admissionOverviewRoutes(
  app: FastifyInstance,
  context: Context,
  sources: PrerenderSources,
): void {
  app.register(async (scope) => {
    const send = createPlainPageSender(scope, context, sources)

    const showOverview = async (request: FastifyRequest, reply: FastifyReply) => {
      const { university, content, facts } = await readState(request)
      return send(request, reply, {
        university,
        view: { name: 'frontDoor', ...content },
        head: overviewHead(facts),
      })
    }

    const showProgramme = async (request: FastifyRequest, reply: FastifyReply) => {
      const { university, content, facts } = await readState(request)
      // The path of the route contains this parameter.
      const { code } = request.params as { readonly code: string }
      const programme = facts.overview.programmes.find((one) => one.code === code.toUpperCase())
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
