import type { FastifyInstance } from 'fastify'
import { sessionEndpoints as calls } from '#model/endpoints.ts'
import { mailPage, readMail } from '../actions/read-mails.ts'
import type { Context } from '../context.ts'
import { callerIn } from '../http/caller-hook.ts'
import { ok } from '../http/envelope.ts'
import { routeAt } from '../http/route-at.ts'
import { pageQuery } from '../records/list-query.ts'
import { idIn } from '../session/body.ts'

const tag = 'Mails'
const admins = { roles: ['admin'] } as const

/** The outbox, for admins: what was sent, what waits and what could not be sent; where no mail server is set, also what the mails say. */
export function mailRoutes(app: FastifyInstance, context: Context): void {
  app.route({
    ...routeAt(calls.mails),
    config: { access: admins, doc: { summary: 'Mails, newest first', tag, query: { pageNumber: 'From 1', pageSize: '1 to 100' } } },
    async handler(request) {
      return ok(await mailPage(context, pageQuery(request.query)))
    },
  })

  app.route({
    ...routeAt(calls.mail),
    config: {
      access: admins,
      doc: {
        summary: 'One mail and its text, where mails are kept as files; links and codes only within five minutes of giving the password',
        tag,
      },
    },
    async handler(request) {
      return ok(await readMail(context, callerIn(request), idIn(request)))
    },
  })
}
