/** Appearance of the university in mails: as on its pages, with the logo made small enough to travel in each. */

import type { Environment } from '../environment.ts'
import type { MailPicture } from '../ports/mail.ts'
import { smallLogoById } from './small-logo.ts'
import { readFace, type UniversityFace } from './university-face.ts'

export interface MailFace extends UniversityFace {
  /** The logo; null where there is none, or none that can be shown. */
  readonly picture: MailPicture | null
}

export async function readMailFace(context: Environment): Promise<MailFace> {
  const face = await readFace(context)
  return { ...face, picture: face.logo === null ? null : await pictureOf(context, face.logo) }
}

/** A mail is worth more than its head: what cannot be read or shrunk is left out. */
async function pictureOf(context: Environment, id: string): Promise<MailPicture | null> {
  try {
    const bytes = await smallLogoById(context, id)
    return bytes && { cid: `${id}@matricola`, mediaType: 'image/jpeg', bytes }
  } catch (error) {
    context.log.error({ err: error, file: id }, 'the logo could not be put into a mail')
    return null
  }
}
