import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'

const setByProgram = { write: [] } as const
const attachment = { accept: ['pdf', 'jpeg', 'png'], optional: true } as const
const officeAccess = { read: true, act: true, history: true, export: true } as const

/**
 * Messages between applicants and the admission office: one conversation per application. Only
 * `server/admission/messages` writes them. Internal notes are part of the timeline instead.
 */
export const applicationMessages = defineProgramResource({
  name: 'application-messages',
  path: 'application-messages',
  icon: 'tray',
  logsReads: true,
  title: ['registrationId', 'sentAt'],
  fields: {
    registrationId: field.reference('registrations', setByProgram),
    author: field.choice({ applicant: {}, office: {} }, setByProgram),
    /** The member of staff who wrote a message of the office. */
    authorId: field.reference('users', { optional: true, write: [] }),
    body: field.longText({ min: 1, max: 4000, write: [] }),
    /** The template that a message of the office was written with. */
    templateId: field.reference('message-templates', { optional: true, write: [] }),
    firstAttachmentUrl: field.file(attachment),
    secondAttachmentUrl: field.file(attachment),
    thirdAttachmentUrl: field.file(attachment),
    /** When the other side starts to see the message. The office can undo it until then. */
    sentAt: field.dateTime(setByProgram),
    readAt: field.dateTime({ optional: true, write: [] }),
    /** When the office answered the message, or decided that it needs no answer. */
    answeredAt: field.dateTime({ optional: true, write: [] }),
    /** When its author undid a message of the office, which nobody else received. */
    undoneAt: field.dateTime({ optional: true, write: [] }),
  },
  sections: {
    message: [
      'registrationId',
      ['author', 'authorId'],
      'templateId',
      'body',
      'firstAttachmentUrl',
      'secondAttachmentUrl',
      'thirdAttachmentUrl',
    ],
    delivery: [
      ['sentAt', 'readAt'],
      ['answeredAt', 'undoneAt'],
    ],
  },
  list: {
    columns: ['registrationId', 'author', 'authorId', 'sentAt', 'readAt', 'answeredAt'],
    sort: ['-sentAt'],
    filters: ['registrationId', 'author', 'authorId', 'sentAt', 'answeredAt'],
  },
  access: { admin: officeAccess, secretary: officeAccess },
})
