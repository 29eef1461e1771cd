/**
 * Public results of an admission session: a page and a PDF for each programme, available once
 * applicants have been notified.
 */

import { errorStatus } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import type { PdfFile } from '@matricola/server/pdf/drawing.ts'
import { setFileHeaders } from '@matricola/server/routes/files.ts'
import { pageLanguage } from '@matricola/server/session/language.ts'
import { consume, rateLimitAddress } from '@matricola/server/session/rate-limits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PublicResults } from '#resources/admission/admission-overview.ts'
import { resultsPath, resultsPdfPath } from '#resources/paths.ts'
import { universityRateLimits } from '#server/limits.ts'
import type { PrerenderSources } from '#server/public-pages/markup-cache.ts'
import { createPlainPageSender, withTrailingSlash } from '#server/public-pages/plain-pages.ts'
import { readResults } from './read-results.ts'
import { resultsPdf } from './results-pdf.ts'

/**
 * Maximum number of cached PDF files. On the day of the results, many visitors request the same
 * few.
 */
const maxCachedPdfs = 100

/** The lists are about people, so search engines must not index or cache them. */
const unlisted = { 'x-robots-tag': 'noindex, nofollow, noarchive', 'cache-control': 'no-store' }

export function resultsRoutes(
  app: FastifyInstance,
  context: Context,
  sources: PrerenderSources,
): void {
  app.register(async (scope) => {
    const send = createPlainPageSender(scope, context, sources)
    const pdfs = new Map<string, Promise<PdfFile>>()

    /** Returns the results; null if there are none or they are not public yet. */
    const findResults = (request: FastifyRequest) => {
      const { code } = request.params as { readonly code: string } // The route has this parameter.
      return readResults(context, code.toUpperCase(), pageLanguage(request))
    }

    const showPage = async (request: FastifyRequest, reply: FastifyReply) => {
      const [university, results] = await Promise.all([
        sources.readUniversity(),
        findResults(request),
      ])
      const key = results ? 'admission:results.title' : 'admission:results.none'
      const title = context.texts.text(pageLanguage(request), key, {
        programme: results?.programme ?? '',
      })
      const head = { title: `${title} – ${university.intake.universityName}` }
      reply.code(results ? 200 : errorStatus['path.unknown']).headers(unlisted)
      return send(request, reply, {
        university,
        view: results ? { name: 'results', results } : { name: 'noResults' },
        head,
      })
    }

    const pdfOf = (results: PublicResults, request: FastifyRequest) => {
      const language = pageLanguage(request)
      const { code, notifiedAt, isProvisional, appealUntil } = results
      const key = [code, notifiedAt, isProvisional, appealUntil, language].join(' ')
      const cached = pdfs.get(key)
      if (cached) return cached
      if (pdfs.size >= maxCachedPdfs) pdfs.clear()
      const pdf = resultsPdf(context, results, language)
      pdfs.set(key, pdf)
      pdf.catch(() => pdfs.delete(key))
      return pdf
    }

    const sendPdf = async (request: FastifyRequest, reply: FastifyReply) => {
      await consume(
        context.database,
        universityRateLimits.publicPdfs,
        rateLimitAddress(request.ip),
        context.clock.now(),
      )
      const results = await findResults(request)
      if (!results) return showPage(request, reply)
      const { name, bytes } = await pdfOf(results, request)
      return setFileHeaders(reply, { name, media_type: 'application/pdf', bytes: bytes.length })
        .headers(unlisted)
        .send(bytes)
    }

    for (const path of withTrailingSlash(resultsPath(':code')))
      scope.get(path, { config: { access: 'public' } }, showPage)
    scope.get(resultsPdfPath(':code'), { config: { access: 'public' } }, sendPdf)
  })
}
