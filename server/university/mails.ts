import { composeMail } from '#server/actions/compose-mail.ts'
import { addEvent } from '#server/admission/events.ts'
import type { Context } from '#server/context.ts'
import type { Mails } from '#server/mail/outbox.ts'

/** The university's mails. The office reads in an application's timeline which of them went out and which could not. */
export const universityMails = (context: Context): Mails => ({
  compose: (row) => composeMail(context, row),
  async noteEnd(queries, { kind, registration_id: registrationId }, { isSent, at }) {
    if (!registrationId) return
    const type = isSent ? 'mailSent' : 'mailFailed'
    await addEvent(queries, { registrationId, type, by: { kind: 'system' }, at, payload: { mail: kind } })
  },
})
