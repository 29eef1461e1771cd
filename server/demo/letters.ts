/** Messages and notifications of the accounts that sign in to the demo, so that bell and inbox have something to show. */
import type { Role } from '#model/vocabulary.ts'
import { born, type Row, type RowWith, type Tools } from './rows.ts'

type User = RowWith<'users', 'name' | 'username'>
const hour = 3_600_000

interface Letter {
  readonly from: Role
  readonly to: Role
  readonly hoursAgo: number
  readonly subject: string
  readonly body: string
  readonly isRead?: true
}

/** Oldest first. */
const letters: readonly Letter[] = [
  {
    from: 'admin',
    to: 'secretary',
    hoursAgo: 120,
    isRead: true,
    subject: 'Planul de învățământ 2026–2027',
    body: 'Vă rog să verificați creditele cursurilor din semestrul al doilea până vineri.',
  },
  {
    from: 'admin',
    to: 'professor',
    hoursAgo: 75,
    isRead: true,
    subject: 'Program de consultații',
    body: 'Vă rog să completați orele de consultații și biroul în pagina contului.',
  },
  {
    from: 'admin',
    to: 'student',
    hoursAgo: 50,
    isRead: true,
    subject: 'Bun venit în anul universitar nou',
    body: 'Orarul grupei se află la Cursuri. Datele de contact se pot actualiza la secretariat.',
  },
  {
    from: 'admin',
    to: 'secretary',
    hoursAgo: 26,
    subject: 'Situația studenților suspendați',
    body: 'Avem nevoie de lista studenților care își reiau studiile în acest semestru.',
  },
  {
    from: 'admin',
    to: 'professor',
    hoursAgo: 20,
    subject: 'Sală nouă pentru laborator',
    body: 'Laboratorul se mută în corpul C. Capacitatea sălii rămâne aceeași.',
  },
  {
    from: 'admin',
    to: 'student',
    hoursAgo: 6,
    subject: 'Actualizarea datelor de contact',
    body: 'Vă rugăm să verificați numărul de telefon și adresa din pagina contului.',
  },
  {
    from: 'admin',
    to: 'admin',
    hoursAgo: 3,
    subject: 'De verificat înaintea sesiunii',
    body: 'Copia de siguranță, setările înscrierii și programul secretariatului.',
  },
]

/** The letters as they stand at an instant. Throws where the demo has no account for one of them. */
export function makeLetters(
  users: readonly User[],
  now: Date,
  tools: Tools,
): { messages: Row<'messages'>[]; notifications: Row<'notifications'>[] } {
  const at = (hoursAgo: number) => now.getTime() - hoursAgo * hour
  const account = (role: Role) => {
    const found = users.find(({ username }) => username === role)
    if (!found) throw new Error(`the demo has no account for ${role}`)
    return found
  }
  const messages = letters.map(({ from, to, hoursAgo, subject, body, isRead }) => {
    const base = born(tools, at(hoursAgo))
    const [sender, recipient] = [account(from), account(to)]
    const readAt = isRead ? new Date(at(hoursAgo - 1)).toISOString() : null
    return {
      ...base,
      senderId: sender.id,
      senderName: sender.name,
      recipientId: recipient.id,
      recipientName: recipient.name,
      recipientCount: 1,
      sendingId: base.id,
      threadId: base.id,
      subject,
      body,
      sentAt: base.createdAt,
      readAt,
    }
  })
  const told = messages.map(({ id, recipientId, subject, sentAt, readAt }): Row<'notifications'> => {
    const base = born(tools, Date.parse(sentAt))
    return { ...base, userId: recipientId, type: 'message', subject, link: `messages/${id}`, sentAt, readAt }
  })
  return { messages, notifications: [...told, ...safetyNotices(account, at, tools)] }
}

/** What the four were told of their accounts. */
function safetyNotices(account: (role: Role) => User, at: (hoursAgo: number) => number, tools: Tools): Row<'notifications'>[] {
  const notice = (role: Role, hoursAgo: number, parts: Partial<Row<'notifications'>>): Row<'notifications'> => {
    const base = born(tools, at(hoursAgo))
    return { ...base, userId: account(role).id, link: 'account', sentAt: base.createdAt, readAt: null, ...parts }
  }
  const seen = { readAt: new Date(at(40)).toISOString() }
  return [
    notice('admin', 96, { type: 'passwordChanged', ...seen }),
    notice('admin', 30, { type: 'newDevice', subject: 'Firefox, Linux' }),
    notice('secretary', 70, { type: 'newDevice', subject: 'Chrome, Windows', ...seen }),
    notice('professor', 60, { type: 'passwordChanged', ...seen }),
    notice('student', 48, { type: 'studentStatus', ...seen }),
  ]
}
