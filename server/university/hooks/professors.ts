import type { professors } from '#resources/professors.ts'
import type { Context } from '#server/engine/context.ts'
import type { ResourceCode } from '#server/engine/records/hooks.ts'
import { messagePeopleAction } from '#server/university/messages/message-actions.ts'

export const professorHooks = (context: Context): ResourceCode<typeof professors> => ({
  actions: { message: messagePeopleAction(context, 'professors') },
})
