/** The public admission page, with the programmes and deadlines, and a page for each programme. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admissionPath, programmePath } from '#model/paths.ts'
import { errorStatus } from '#model/wire/errors.ts'
import type { Context } from '#server/engine/context.ts'
import { namedLanguage, pageLanguage } from '#server/engine/session/language.ts'
import { frontDoorHead, programmeHead } from '#server/university/admission/front-door/page-heads.ts'
import { readFrontDoor } from '#server/university/admission/front-door/read-front-door.ts'
import type { Painting } from '#server/university/public-pages/painting.ts'
import { plainPages, withSlash } from '#server/university/public-pages/plain-pages.ts'

export function frontDoorRoutes(app: FastifyInstance, context: Context, painting: Painting): void {
  app.register(async (scope) => {
    const send = plainPages(scope, context, painting)

    const showFrontDoor = async (request: FastifyRequest, reply: FastifyReply) => {
      const { university, shown, told } = await look(request)
      return send(request, reply, { university, view: { name: 'frontDoor', ...shown }, head: frontDoorHead(told) })
    }

    const showProgramme = async (request: FastifyRequest, reply: FastifyReply) => {
      const { university, shown, told } = await look(request)
      const { code } = request.params as { readonly code: string } // The route has this parameter.
      const programme = told.door.programmes.find((one) => one.code === code.toUpperCase())
      if (programme)
        return send(request, reply, { university, view: { name: 'programme', ...shown, programme }, head: programmeHead(told, programme) })
      reply.code(errorStatus['path.unknown'])
      const title = context.texts.text(told.language, 'public:notFound.title')
      return send(request, reply, {
        university,
        view: { name: 'noProgramme' },
        head: { title: `${title} – ${told.intake.universityName}` },
      })
    }

    for (const path of withSlash(admissionPath)) scope.get(path, { config: { access: 'public' } }, showFrontDoor)
    for (const path of withSlash(programmePath(':code'))) scope.get(path, { config: { access: 'public' } }, showProgramme)
  })

  /** Reads the current state of admission, for the page and for its metadata. */
  async function look(request: FastifyRequest) {
    const language = pageLanguage(request)
    const [university, door] = await Promise.all([painting.readUniversity(), readFrontDoor(context, language)])
    const { intake } = university
    const isLanguageNamed = namedLanguage(request) !== undefined
    const told = { texts: context.texts, language, origin: context.config.publicOrigin, intake, door, isLanguageNamed }
    return { university, shown: { door }, told }
  }
}
