/** Messages and notifications of the demo accounts. */
import type { Role } from '@matricola/schema/vocabulary.ts'
import { createRecordBase, type DemoRow, type DemoRowWith, type DemoTools } from './rows.ts'
import type { UniversityClass } from './timetable.ts'

type User = DemoRowWith<'users', 'name' | 'username'>
const hour = 3_600_000

interface DemoMessage {
  readonly from: Role
  readonly to: Role
  readonly hoursAgo: number
  readonly subject: string
  readonly body: string
  readonly isRead?: true
}

/** Oldest first. */
const demoMessages: readonly DemoMessage[] = [
  {
    from: 'admin',
    to: 'secretary',
    hoursAgo: 120,
    isRead: true,
    subject: 'Planul de învățământ',
    body: 'Vă rog să verificați creditele disciplinelor din semestrul al doilea până vineri.',
  },
  {
    from: 'admin',
    to: 'professor',
    hoursAgo: 75,
    isRead: true,
    subject: 'Program de consultații',
    body: 'Vă rog să trimiteți secretariatului orele de consultații din acest semestru și biroul.',
  },
  {
    from: 'admin',
    to: 'student',
    hoursAgo: 50,
    isRead: true,
    subject: 'Bun venit în anul universitar nou',
    body: 'Orarul se află la Grupe. Datele de contact se pot modifica în pagina contului.',
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

interface Recipients {
  readonly users: readonly User[]
  readonly students: readonly DemoRow<'students'>[]
  readonly academicRecords: {
    readonly 'university-classes': readonly UniversityClass[]
    readonly 'class-enrolments': readonly DemoRow<'class-enrolments'>[]
  }
}

/** Generates the messages and notifications. Throws if the demo lacks one of the accounts. */
export function makeMessages(
  { users, students, academicRecords }: Recipients,
  now: Date,
  tools: DemoTools,
): { messages: DemoRow<'messages'>[]; notifications: DemoRow<'notifications'>[] } {
  const at = (hoursAgo: number) => now.getTime() - hoursAgo * hour
  const account = (role: Role) => {
    const found = users.find(({ username }) => username === role)
    if (!found) throw new Error(`the demo has no account for ${role}`)
    return found
  }
  const accounts = new Map(users.map((user) => [user.id, user]))
  const [demoClass] = academicRecords['university-classes']
  const members = new Set(
    academicRecords['class-enrolments']
      .filter(({ classId }) => classId === demoClass?.id)
      .map(({ studentId }) => studentId),
  )
  const messages = [
    ...demoMessages.flatMap(({ from, to, ...message }) =>
      makeMessageRows(account(from), [account(to)], { ...message, now }, tools),
    ),
    ...makeMessageRows(
      account('secretary'),
      accountsOf(students, accounts),
      { ...messageToStudents, audience: 'Toți studenții', now },
      tools,
    ),
    ...makeMessageRows(
      account('professor'),
      accountsOf(
        students.filter(({ id }) => members.has(id)),
        accounts,
      ),
      { ...messageToClass, audience: demoClass?.name ?? null, now },
      tools,
    ),
  ]
  const signedIn = new Set(users.slice(0, 4).map(({ id }) => id))
  const messageNotifications = messages
    .filter(({ recipientId }) => signedIn.has(recipientId))
    .map(({ id, recipientId, subject, sentAt, readAt }): DemoRow<'notifications'> => {
      const base = createRecordBase(tools, Date.parse(sentAt))
      return {
        ...base,
        userId: recipientId,
        type: 'message',
        subject,
        link: `messages/${id}`,
        sentAt,
        readAt,
      }
    })
  return {
    messages,
    notifications: [...messageNotifications, ...makeSecurityNotifications(account, at, tools)],
  }
}

const messageToStudents = {
  hoursAgo: 210,
  subject: 'Termenul primei rate a taxei de studii',
  body: 'Prima rată se achită până la 31 octombrie. Chitanțele apar la Finanțe în ziua în care sunt înregistrate.',
}
const messageToClass = {
  hoursAgo: 30,
  subject: 'Materialele pentru seminarul următor',
  body: 'Vă rog să parcurgeți capitolul al treilea și să rezolvați primele cinci exerciții până la seminar.',
}

const accountsOf = (
  students: readonly DemoRow<'students'>[],
  accounts: ReadonlyMap<string, User>,
): User[] => students.flatMap(({ userId }) => accounts.get(userId ?? '') ?? [])

/**
 * Creates one message per recipient. The first one represents the whole message in the sender's
 * list of sent messages.
 */
function makeMessageRows(
  sender: User,
  recipients: readonly User[],
  message: Omit<DemoMessage, 'from' | 'to'> & {
    readonly audience?: string | null
    readonly now: Date
  },
  tools: DemoTools,
) {
  const { hoursAgo, subject, body, isRead, audience = null, now } = message
  const at = now.getTime() - hoursAgo * hour
  const sendingId = tools.random.id(at)
  return recipients.map((recipient, index) => {
    const base = createRecordBase(tools, at)
    const wasRead = isRead || (recipients.length > 1 && tools.random.fraction() < 0.6)
    return {
      ...base,
      senderId: sender.id,
      senderName: sender.name,
      recipientId: recipient.id,
      recipientName: recipient.name,
      recipientCount: index === 0 ? recipients.length : null,
      audience,
      sendingId,
      subject,
      body,
      sentAt: base.createdAt,
      readAt: wasRead ? new Date(at + hour).toISOString() : null,
    }
  })
}

/** Security notifications of the four accounts. */
function makeSecurityNotifications(
  account: (role: Role) => User,
  at: (hoursAgo: number) => number,
  tools: DemoTools,
): DemoRow<'notifications'>[] {
  const notice = (
    role: Role,
    hoursAgo: number,
    parts: Partial<DemoRow<'notifications'>>,
  ): DemoRow<'notifications'> => {
    const base = createRecordBase(tools, at(hoursAgo))
    return {
      ...base,
      userId: account(role).id,
      link: 'account',
      sentAt: base.createdAt,
      readAt: null,
      ...parts,
    }
  }
  const readFields = { readAt: new Date(at(40)).toISOString() }
  return [
    notice('admin', 96, { type: 'passwordChanged', ...readFields }),
    notice('admin', 30, { type: 'newDevice', subject: 'Firefox, Linux' }),
    notice('secretary', 70, { type: 'newDevice', subject: 'Chrome, Windows', ...readFields }),
    notice('professor', 60, { type: 'passwordChanged', ...readFields }),
    notice('student', 48, { type: 'studentStatus', ...readFields }),
  ]
}
