/** Public pages that are rendered completely on the server and load no scripts, so that they work in any browser. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PlainView } from '#model/admission/painted-page.ts'
import type { Environment } from '#server/engine/environment.ts'
import { messageOf } from '#server/engine/http/envelope.ts'
import { refuse } from '#server/engine/http/error-handler.ts'
import { type PageHead, plainDocuments } from '#server/engine/http/plain-document.ts'
import { sendPage } from '#server/engine/http/send-page.ts'
import { namedLanguage, pageLanguage } from '#server/engine/session/language.ts'
import { keptPaintings, type Painting, shownOf, type University } from './painting.ts'

export interface PlainPage {
  /** Null if it could not be read. */
  readonly university: University | null
  readonly view: PlainView
  readonly head: PageHead
}

/** Sends a page in the language of the request. */
export type SendPlainPage = (request: FastifyRequest, reply: FastifyReply, page: PlainPage) => Promise<FastifyReply>

/** The paths of a page with and without a trailing slash. */
export const withSlash = (path: string): readonly string[] => [path, `${path}/`]

/** Whether the page is the same for all visitors and can be cached. */
const isForAll = ({ name }: PlainView) => name === 'frontDoor' || name === 'programme' || name === 'results'

/** Creates the sender of such pages. Also sets the error handler of `app`, which answers failures with a page. */
export function plainPages(app: FastifyInstance, context: Environment, painting: Painting): SendPlainPage {
  const { findPainter, readUniversity } = painting
  const documentOf = plainDocuments(context.config)
  const paintings = keptPaintings()

  const send: SendPlainPage = async (request, reply, { university, view, head }) => {
    const { intake, style } = university ?? { intake: null, style: '' }
    const { paintPlainPage } = await findPainter()
    const page = { language: pageLanguage(request), isLanguageNamed: namedLanguage(request) !== undefined, intake, view }
    const paint = () => paintPlainPage(page)
    const body = isForAll(view) ? paintings([{ ...page, intake: shownOf(intake) }], paint) : paint()
    return sendPage(request, reply, { page: documentOf({ language: page.language, head, body }), style })
  }

  app.setErrorHandler(async (error, request, reply) => {
    const known = refuse(error, request, reply)
    const language = pageLanguage(request)
    const title = context.texts.text(language, 'public:failed.title')
    // If the database failed, the university cannot be read either.
    const university = await readUniversity().catch(() => null)
    const view = { name: 'failed', message: messageOf(language, context.texts, known) } as const
    return send(request, reply, {
      university,
      view,
      head: { title: [title, university?.intake.universityName].filter(Boolean).join(' – ') },
    })
  })

  return send
}
