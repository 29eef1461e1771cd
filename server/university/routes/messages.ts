import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { endpointsOf, postEndpoints } from '#model/endpoints.ts'
import { AppError, invalidInput } from '#model/errors.ts'
import { check, createSchema } from '#model/validation.ts'
import { messages } from '#resources/messages.ts'
import type { Context } from '#server/engine/context.ts'
import { callerIn } from '#server/engine/http/caller-hook.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { authorize } from '#server/engine/policy/permit.ts'
import { namedIssues } from '#server/engine/records/insert.ts'
import { queryEntries } from '#server/engine/records/list-query.ts'
import { bodyOf } from '#server/engine/routes/resource-routes.ts'
import { languageOf } from '#server/engine/session/language.ts'
import { findRecipients } from '../messages/recipients.ts'
import { type NewMessage, sendMessage } from '../messages/send-message.ts'

const maxSearchLength = 100
/** As declared; who is answered need not be named, and an answer has the subject of what it answers. */
const newMessage = z.extend(createSchema(messages, 'admin'), {
  recipientId: z.optional(z.nullable(z.uuid())),
  inReplyToId: z.optional(z.nullable(z.uuid())),
  subject: z.optional(z.string()),
})

/** Writing messages, and whom they may go to. */
export function messageRoutes(app: FastifyInstance, context: Context): void {
  const { create } = endpointsOf(messages)
  const sent = {
    summary: 'Sends a message to a person (`recipientId`), or answers one that was received or sent (`inReplyToId`)',
    tag: 'messages',
    body: newMessage,
    answer: { $ref: '#/components/schemas/messages' },
  }
  app.post(create.path, { config: { access: { resource: messages, grant: 'create' }, doc: sent } }, async (request, reply) => {
    const permit = authorize(request.caller, messages, 'create')
    const result = check(newMessage, bodyOf(request))
    if (!result.ok) throw invalidInput(namedIssues(messages, permit, result.fields, 'create'))
    // The schema says so.
    const record = await sendMessage(context, callerIn(request), result.value as unknown as NewMessage)
    reply.code(201)
    return ok(record, context.texts.text(languageOf(request), 'resources:messages.created'))
  })

  const found = {
    summary: 'People and classes that the caller may write to, by words of their names',
    tag: 'messages',
    query: { search: 'Words of a name.' },
    answer: { type: 'object' },
  }
  app.get(postEndpoints.recipients.path, { config: { access: { resource: messages, grant: 'create' }, doc: found } }, async (request) => {
    const entries = new Map(queryEntries(request.query))
    const text = entries.get('search') ?? ''
    if ([...entries.keys()].some((name) => name !== 'search')) throw new AppError('filter.unknown')
    if (text.length > maxSearchLength) throw invalidInput({ search: [{ code: 'text.tooLong', params: { max: maxSearchLength } }] })
    return ok(await findRecipients(context.database, callerIn(request), text))
  })
}
