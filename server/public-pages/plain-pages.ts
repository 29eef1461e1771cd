/**
 * Public pages that are rendered completely on the server and load no scripts, so that they work in
 * any browser.
 */

import type { Environment } from '@matricola/server/environment.ts'
import { errorMessageOf } from '@matricola/server/http/envelope.ts'
import { applyErrorStatus } from '@matricola/server/http/error-handler.ts'
import {
  createPlainDocumentRenderer,
  type PageHead,
} from '@matricola/server/http/plain-document.ts'
import { sendPage } from '@matricola/server/http/send-page.ts'
import { languageParameter, pageLanguage } from '@matricola/server/session/language.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PlainPageView } from '#resources/admission/prerendered-page.ts'
import { isFiltered } from '#resources/admission/programme-filter.ts'
import {
  cacheKeyOfIntake,
  createMarkupCache,
  type PrerenderSources,
  type UniversityFacts,
} from './markup-cache.ts'

export interface PlainPage {
  /** Null if it could not be read. */
  readonly university: UniversityFacts | null
  readonly view: PlainPageView
  readonly head: PageHead
}

/** Sends a page in the language of the request. */
export type SendPlainPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  page: PlainPage,
) => Promise<FastifyReply>

/** The paths of a page with and without a trailing slash. */
export const withTrailingSlash = (path: string): readonly string[] => [path, `${path}/`]

/** Whether the page is the same for all visitors and can be cached. */
const isForAll = (view: PlainPageView) =>
  view.name === 'frontDoor'
    ? !isFiltered(view.filter)
    : view.name === 'programme' || view.name === 'results'

/**
 * Creates the sender of such pages. Also sets the error handler of `app`, which responds to errors
 * with a page.
 */
export function createPlainPageSender(
  app: FastifyInstance,
  context: Environment,
  sources: PrerenderSources,
): SendPlainPage {
  const { loadPageRenderer, readUniversity } = sources
  const documentOf = createPlainDocumentRenderer(context.config)
  const cachedMarkup = createMarkupCache()

  const send: SendPlainPage = async (request, reply, { university, view, head }) => {
    const { intake, style } = university ?? { intake: null, style: '' }
    const { renderPlainPage } = await loadPageRenderer()
    const page = {
      language: pageLanguage(request),
      isLanguageNamed: languageParameter(request) !== undefined,
      intake,
      view,
    }
    const render = () => renderPlainPage(page)
    const body = isForAll(view)
      ? cachedMarkup([{ ...page, intake: cacheKeyOfIntake(intake) }], render)
      : render()
    return sendPage(request, reply, {
      page: documentOf({ language: page.language, head, body }),
      style,
    })
  }

  app.setErrorHandler(async (error, request, reply) => {
    const appError = applyErrorStatus(context, error, request, reply)
    const language = pageLanguage(request)
    const title = context.texts.text(language, 'public:failed.title')
    // If the database failed, the university cannot be read either.
    const university = await readUniversity().catch(() => null)
    const view = {
      name: 'failed',
      message: errorMessageOf(language, context.texts, appError),
    } as const
    return send(request, reply, {
      university,
      view,
      head: { title: [title, university?.intake.universityName].filter(Boolean).join(' – ') },
    })
  })

  return send
}
