/**
 * Notifies the other pages of this browser about the session of an applicant, which has its own
 * cookie.
 */
import { createChannel } from '@matricola/providers/channel.ts'
import { createIdempotencyKey } from '@matricola/providers/idempotency-key.ts'

type ApplicantSessionMessage =
  /** The applicant closed the application. */
  { readonly type: 'closed' } | { readonly type: 'opened'; readonly reference: string }

/** Identifies this page. */
const pageId = createIdempotencyKey()

const channel = createChannel<ApplicantSessionMessage & { readonly from: string }>(
  'matricola.applicant',
)

export const broadcastApplicantSession = (message: ApplicantSessionMessage) =>
  channel.broadcast({ ...message, from: pageId })

/** Calls `listener` with messages from other pages. Returns a function that stops listening. */
export const onApplicantSessionMessage = (listener: (message: ApplicantSessionMessage) => void) =>
  channel.listen((message) => {
    // A page also receives its own messages.
    if (message.from !== pageId) listener(message)
  })
