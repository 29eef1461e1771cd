/** Conversations of applicants with the admission office, and its templates. */
import type { Context } from '@matricola/server/context.ts'
import { claimFiles, stageNewFile } from '@matricola/server/session/file-records.ts'
import { runStatement, setValues, sql, table } from '@matricola/server/sql/typed.ts'
import { fillTemplate, type TemplateValues } from '#resources/admission/template-fields.ts'
import { applicationMessages } from '#resources/application-messages.ts'
import { diploma } from './documents/pages.ts'
import { renderPdf } from './documents/pdf.ts'
import {
  createRecordBase,
  type DemoRow,
  type DemoRowWith,
  type DemoTools,
  itemInCycle,
} from './rows.ts'

type Message = DemoRow<'application-messages'>
type Registration = DemoRow<'registrations'>
type Sender = DemoRowWith<
  'registrations',
  'firstName' | 'lastName' | 'sex' | 'birthDate' | 'city' | 'address' | 'phone' | 'personalEmail'
>
const [hour, day] = [3_600_000, 86_400_000]

const templates = [
  {
    name: 'Document lipsă',
    body: 'Bună ziua, {{firstName}}!\n\nPentru înscrierea {{reference}} mai avem nevoie de: {{missing}}. Îl puteți trimite ca fișier atașat la răspunsul dumneavoastră.\n\nVă mulțumim!',
    bodyEn:
      'Dear {{firstName}},\n\nFor your application {{reference}} we still need: {{missing}}. You can attach it to your reply.\n\nThank you!',
    bodyFr:
      'Bonjour {{firstName}},\n\nPour votre candidature {{reference}}, il nous manque encore : {{missing}}. Vous pouvez le joindre à votre réponse.\n\nMerci !',
    bodyDe:
      'Guten Tag, {{firstName}}!\n\nFür Ihre Bewerbung {{reference}} fehlt uns noch: {{missing}}. Sie können es Ihrer Antwort beifügen.\n\nVielen Dank!',
  },
  {
    name: 'Document primit',
    body: 'Bună ziua, {{firstName}}!\n\nAm primit documentul și l-am adăugat la înscrierea {{reference}}. Nu mai trebuie să trimiteți nimic.',
    bodyEn:
      'Dear {{firstName}},\n\nWe have received the document and added it to your application {{reference}}. You do not need to send anything else.',
  },
  {
    name: 'Data rezultatelor',
    body: 'Bună ziua, {{firstName}}!\n\nRezultatele pentru {{programme}} se afișează {{resultsOn}}, pe pagina de stare și prin e-mail.',
    bodyEn:
      'Dear {{firstName}},\n\nThe results for {{programme}} come on {{resultsOn}}, on your status page and by email.',
  },
  {
    name: 'Program cu publicul',
    body: 'Bună ziua, {{firstName}}!\n\nNe găsiți la secretariat: {{officeHours}}. Aveți la dumneavoastră numărul de înregistrare {{reference}}.',
    bodyEn:
      'Dear {{firstName}},\n\nYou can visit the office: {{officeHours}}. Bring your reference number, {{reference}}.',
  },
] as const

/** Questions of applicants with the answers of the office. */
const conversations = [
  [
    'Bună ziua! Când se afișează rezultatele?',
    'Bună ziua! Rezultatele apar și pe pagina de stare.',
  ],
  [
    'Pot aduce diploma în original mai târziu?',
    'Da, originalul este necesar abia la înmatriculare.',
  ],
  [
    'Mi s-a schimbat numărul de telefon. Cum îl modific?',
    'Îl puteți modifica la „Date de contact”, pe pagina de stare.',
  ],
  [
    'Există locuri în cămin pentru anul întâi?',
    'Da. Cererile de cazare se depun după înmatriculare.',
  ],
  ['Taxa de înscriere se poate plăti prin virament?', 'Da, contul se află pe pagina de stare.'],
] as const

interface ConversationInputs {
  readonly registrations: readonly Registration[]
  readonly staff: readonly { readonly id: string }[]
}

/** Number of answered conversations, from which the usual time of an answer is computed. */
const answeredConversations = 26

/**
 * Answered conversations of the last weeks, and some that wait: a question, an attachment of an
 * applicant who was asked for a document, and a reply to a message written with a template.
 */
export function makeConversations(
  { registrations, staff }: ConversationInputs,
  now: Date,
  tools: DemoTools,
): {
  readonly 'message-templates': readonly DemoRow<'message-templates'>[]
  readonly 'application-messages': readonly Message[]
} {
  const at = (ago: number) => now.getTime() - ago
  const templateRows = templates.map((texts) => ({
    ...createRecordBase(tools, at(90 * day)),
    ...texts,
  }))
  const messages: Message[] = []
  const write = (
    { id }: Registration,
    message: Partial<Message> & Required<Pick<Message, 'author' | 'body'>>,
    ago: number,
  ) => {
    const base = createRecordBase(tools, at(ago))
    messages.push({ ...base, registrationId: id, sentAt: base.createdAt, ...message })
  }
  const time = (ago: number) => new Date(at(ago)).toISOString()
  const author = (index: number) => ({
    author: 'office' as const,
    authorId: itemInCycle(staff, index).id,
  })
  const wasSent = ({ submittedAt }: Registration, ago: number) =>
    submittedAt !== undefined && Date.parse(submittedAt) < at(ago + 2 * day)
  const answered = registrations
    .filter((one) => one.status === 'accepted' && wasSent(one, 6 * day))
    .slice(0, answeredConversations)
  for (const [index, one] of answered.entries()) {
    const [question, answer] = itemInCycle(conversations, index)
    const asked = 2 * day + (index % 4) * day + (index % 7) * hour
    const replied = asked - (3 + (index % 9) * 4) * hour
    write(one, { author: 'applicant', body: question, answeredAt: time(replied) }, asked)
    write(one, { ...author(index), body: answer, readAt: time(replied - hour) }, replied)
  }

  const open = registrations.filter((one) => one.status === 'under_review' && wasSent(one, day))
  const [asking, replying] = open
  if (asking)
    write(
      asking,
      {
        author: 'applicant',
        body: 'Bună ziua! Am completat greșit numele localității. Îl puteți corecta dumneavoastră?',
      },
      3 * hour,
    )
  if (replying) {
    const [missing] = templateRows
    // A template without the missing document, as staff would edit it.
    const values = {
      firstName: replying.firstName,
      reference: replying.referenceCode,
    } as TemplateValues
    const body = fillTemplate(
      (missing?.body ?? '').replace('{{missing}}', 'adeverința medicală'),
      values,
    )
    const templateId = missing?.id ?? null
    write(replying, { ...author(0), templateId, body, readAt: time(25 * hour) }, 27 * hour)
    write(
      replying,
      { author: 'applicant', body: 'O primesc mâine de la medic. Mai este timp?' },
      21 * hour,
    )
  }
  const asked = registrations.find(requestsDocument)
  if (asked && wasSent(asked, 0))
    write(asked, { author: 'applicant', body: attachedDiploma }, 20 * hour)
  return { 'message-templates': templateRows, 'application-messages': messages }
}

const attachedDiploma = 'Am scanat din nou diploma și am atașat-o. Se citește acum?'

/** Whether the diploma is all that the applicant was asked for. */
const requestsDocument = ({ status, requestedChanges }: Registration) =>
  status === 'update_requested' && requestedChanges?.every(({ field }) => field === 'fileDiploma')

/** Draws the diploma that an applicant attached to a message. */
export async function attachDiploma(
  context: Context,
  university: {
    readonly registrations: readonly Registration[]
    readonly 'application-messages': readonly Message[]
  },
): Promise<void> {
  const message = university['application-messages'].find(({ body }) => body === attachedDiploma)
  const sender = university.registrations.find(
    (one): one is Sender => one.id === message?.registrationId,
  )
  if (!message?.sentAt || !sender) return
  const sentAt = new Date(message.sentAt)
  const holder = {
    ...sender,
    ...{ cnp: null, documentNumber: '', county: sender.county ?? null, variant: 4 },
    average: sender.baccalaureateAverage ?? null,
    year: sender.baccalaureateYear ?? null,
  }
  const fileId = await stageNewFile(context, {
    bytes: renderPdf([diploma(holder)]),
    ...{ kind: 'pdf', name: 'diploma-scanata.pdf', ownerId: null },
  })
  const field = 'firstAttachmentUrl'
  const applicationMessage = table(applicationMessages)
  await context.database.transaction(async (queries) => {
    const file = { fileId, field, accept: ['pdf'] } as const
    const recordId = message.id
    await claimFiles(
      queries,
      { files: [file], ownerId: null, resource: applicationMessages.name, recordId, isNew: true },
      sentAt,
    )
    await runStatement(
      queries,
      sql`update ${applicationMessage} ${setValues(applicationMessage, { [field]: fileId })} where ${applicationMessage.id} = ${recordId}::uuid`,
    )
  })
}
