/** The university's appearance in emails: as on its pages, with a logo small enough to attach to each email. */

import type { Environment } from '../environment.ts'
import type { MailPicture } from '../ports/mail.ts'
import { smallLogoById } from './small-logo.ts'
import { readFace, type UniversityFace } from './university-face.ts'

export interface MailFace extends UniversityFace {
  /** The logo; null if there is none or it cannot be read. */
  readonly picture: MailPicture | null
}

export async function readMailFace(context: Environment): Promise<MailFace> {
  const face = await readFace(context)
  return { ...face, picture: face.logo === null ? null : await pictureOf(context, face.logo) }
}

/** Returns null if the logo cannot be read or resized, because the email must be sent all the same. */
async function pictureOf(context: Environment, id: string): Promise<MailPicture | null> {
  try {
    const bytes = await smallLogoById(context, id)
    return bytes && { cid: `${id}@matricola`, mediaType: 'image/jpeg', bytes }
  } catch (error) {
    context.log.error({ err: error, file: id }, 'the logo could not be put into a mail')
    return null
  }
}
