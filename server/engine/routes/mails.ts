import type { FastifyInstance } from 'fastify'
import * as calls from '#model/calls/mails.ts'
import type { Context } from '../context.ts'
import { ok } from '../http/envelope.ts'
import { serve } from '../http/serve.ts'
import { mailPage, readMail } from '../services/read-mails.ts'

/** The outbox, for administrators: sent, waiting and failed emails, and their text if no mail server is configured. */
export function mailRoutes(app: FastifyInstance, context: Context): void {
  serve(app, calls.mails, async ({ query }) => ok(await mailPage(context, query)))
  serve(app, calls.mail, async ({ caller, params }) => ok(await readMail(context, caller, params.id)))
}
