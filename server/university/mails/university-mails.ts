import type { Context } from '#server/engine/context.ts'
import type { Mails } from '#server/engine/mail/outbox.ts'
import { addEvent } from '#server/university/admission/events.ts'
import { composeMail } from '#server/university/mails/compose-mail.ts'

/** The university's mails. The office reads in an application's timeline which of them went out and which could not. */
export const universityMails = (context: Context): Mails => ({
  compose: (row) => composeMail(context, row),
  async noteEnd(queries, { kind, registration_id: registrationId }, { isSent, at }) {
    if (!registrationId) return
    const type = isSent ? 'mailSent' : 'mailFailed'
    await addEvent(queries, { registrationId, type, by: { kind: 'system' }, at, payload: { mail: kind } })
  },
})
