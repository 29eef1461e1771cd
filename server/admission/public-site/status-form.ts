/**
 * The status search by CNP as a plain HTML form, with the same result as the call, for browsers
 * without scripts.
 */

import { errorStatus } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import { pageLanguage } from '@matricola/server/session/language.ts'
import { rateLimitAddress } from '@matricola/server/session/rate-limits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findNationalIdError } from '#resources/field-types/nationalId/national-id.ts'
import { statusPath } from '#resources/paths.ts'
import type { PrerenderSources } from '#server/public-pages/markup-cache.ts'
import { createPlainPageSender, withTrailingSlash } from '#server/public-pages/plain-pages.ts'
import { maxStatusPage, searchStatus } from './status-search.ts'

export function statusFormRoutes(
  app: FastifyInstance,
  context: Context,
  sources: PrerenderSources,
): void {
  app.register(async (scope) => {
    const send = createPlainPageSender(scope, context, sources)

    const search = async (request: FastifyRequest, reply: FastifyReply) => {
      const entered = cnpInputOf(request.body)
      const cnp = entered.replace(/\D/g, '')
      const error = findNationalIdError(cnp)
      const university = await sources.readUniversity()
      const title = `${context.texts.text(pageLanguage(request), 'public:status.title')} – ${university.intake.universityName}`
      if (error) {
        const head = {
          title: context.texts.text(pageLanguage(request), 'public:app.titleWithError', { title }),
        }
        return send(request, reply.code(errorStatus['input.invalid']), {
          university,
          view: { name: 'statusSearch', cnp: entered, error },
          head,
        })
      }
      const { list } = await searchStatus(
        context,
        { cnp, pageNumber: 1, pageSize: maxStatusPage },
        rateLimitAddress(request.ip),
      )
      return send(request, reply, {
        university,
        view: { name: 'status', cnp, list },
        head: { title },
      })
    }
    const config = { access: 'public', repeats: 'never', takesForm: true } as const
    for (const path of withTrailingSlash(statusPath)) scope.post(path, { config }, search)
  })
}

const cnpInputOf = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'cnp' in body && typeof body.cnp === 'string'
    ? body.cnp.slice(0, 60)
    : ''
