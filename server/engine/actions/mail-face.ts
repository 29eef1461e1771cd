/** How the university shows itself in mails: as on its pages, with the logo made small enough to travel in each. */

import type { Environment } from '../environment.ts'
import { encodeMailLogo } from '../images/re-encode.ts'
import type { FilePort } from '../ports/files.ts'
import type { MailPicture } from '../ports/mail.ts'
import { fileById } from '../session/file-records.ts'
import { readStored } from '../session/stored-files.ts'
import { readFace, type UniversityFace } from './university-face.ts'

export interface MailFace extends UniversityFace {
  /** The logo; null where there is none, or none that can be shown. */
  readonly picture: MailPicture | null
}

export async function readMailFace(context: Environment): Promise<MailFace> {
  const face = await readFace(context)
  return { ...face, picture: face.logo === null ? null : await pictureOf(context, face.logo) }
}

/** The last logo of each store, since another one has another id: a thousand mails shrink it once. */
const made = new WeakMap<FilePort, { readonly id: string; readonly picture: MailPicture }>()

/** A mail is worth more than its head: what cannot be read or shrunk is left out. */
async function pictureOf(context: Environment, id: string): Promise<MailPicture | null> {
  const known = made.get(context.files)
  if (known?.id === id) return known.picture
  try {
    const file = await fileById(context.database, id)
    if (!file) return null
    const bytes = await encodeMailLogo(await readStored(context, file))
    const picture = { cid: `${id}@matricola`, mediaType: 'image/jpeg', bytes }
    made.set(context.files, { id, picture })
    return picture
  } catch (error) {
    context.log.error({ err: error, file: id }, 'the logo could not be put into a mail')
    return null
  }
}
