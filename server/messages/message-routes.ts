import { validateInput } from '@matricola/schema/validation.ts'
import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import { issuesForRole } from '@matricola/server/records/writing/prepare.ts'
import { objectBodyOf } from '@matricola/server/routes/resource-routes.ts'
import { languageOf } from '@matricola/server/session/language.ts'
import type { FastifyInstance } from 'fastify'
import * as calls from '#resources/calls/messages.ts'
import { messages } from '#resources/messages.ts'
import { readConversations } from './conversations.ts'
import { findRecipients } from './recipients.ts'
import { type NewMessage, sendSingleMessage } from './send-message.ts'

/** Sending messages, and finding recipients. */
export function messageRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, calls.send, async ({ request, caller }) => {
    const permit = authorize(caller, messages, 'create')
    const result = validateInput(calls.send.input, objectBodyOf(request))
    if (!result.ok) throw invalidInput(issuesForRole(messages, permit, result.fields, 'create'))
    // Validated by the schema.
    const record = await sendSingleMessage(context, caller, result.value as unknown as NewMessage)
    return ok(record, context.texts.text(languageOf(request), 'resources:messages.created'))
  })
  registerCall(app, calls.conversations, async ({ caller, query }) =>
    ok(await readConversations(context.database, caller, query)),
  )
  registerCall(app, calls.recipients, async ({ caller, query: { search } }) =>
    ok(await findRecipients(context.database, caller, search)),
  )
}
