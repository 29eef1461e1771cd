import * as calls from '@matricola/schema/calls/mails.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { ok } from '../http/envelope.ts'
import { registerCall } from '../http/register-call.ts'
import { readMail, readMailPage } from '../services/read-mails.ts'

/**
 * The outbox, for administrators: sent, waiting and failed emails, and their text if no mail server
 * is configured.
 */
export function mailRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, calls.mails, async ({ query }) => ok(await readMailPage(context, query)))
  registerCall(app, calls.mail, async ({ caller, params }) =>
    ok(await readMail(context, caller, params.id)),
  )
}
