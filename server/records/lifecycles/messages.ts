import { AppError } from '#model/errors.ts'
import { notify } from '#server/actions/notify.ts'
import type { Context } from '#server/context.ts'
import { uuidv7 } from '#server/database/uuid.ts'
import type { Lifecycle } from '../lifecycles.ts'

/** A message is from who sends it, now, and its recipient is told of it. Throws `access.denied` where nobody sends it. */
export const messageLifecycle = ({ clock, database }: Context): Lifecycle => ({
  async beforeCreate({ permit: { caller }, record }) {
    if (!caller) throw new AppError('access.denied')
    const [recipient] = await database.query<{ name: string }>('select name from users where id = $1::uuid', [record.recipientId])
    const sendingId = uuidv7(clock.now())
    return {
      set: {
        senderId: caller.id,
        senderName: caller.name,
        recipientName: recipient?.name ?? '',
        recipientCount: 1,
        sendingId,
        sentAt: clock.now().toISOString(),
      },
    }
  },
  async afterWrite(queries, { id, record, at }) {
    const { recipientId, subject } = record
    await notify(queries, new Date(at), {
      type: 'message',
      userId: String(recipientId),
      subject: String(subject),
      link: `messages/${id}`,
    })
  },
})
