import type { Context } from '@matricola/server/context.ts'
import type { ResourceCode } from '@matricola/server/records/hooks.ts'
import type { professors } from '#resources/professors.ts'
import { messagePeopleAction } from '#server/messages/message-actions.ts'

export const professorHooks = (context: Context): ResourceCode<typeof professors> => ({
  actions: { message: messagePeopleAction(context, 'professors') },
})
