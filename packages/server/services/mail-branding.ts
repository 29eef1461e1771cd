/**
 * The university's branding in emails: the same as on its pages, with a logo small enough to attach
 * to each email.
 */

import type { Environment } from '../environment.ts'
import type { MailPicture } from '../ports/mail.ts'
import { type Branding, readBranding } from './branding.ts'
import { findSmallLogo } from './small-logo.ts'

export interface MailBranding extends Branding {
  /** The logo; null if there is none or it cannot be read. */
  readonly logoPicture: MailPicture | null
}

export async function readMailBranding(context: Environment): Promise<MailBranding> {
  const branding = await readBranding(context)
  return {
    ...branding,
    logoPicture: branding.logo === null ? null : await logoPictureOf(context, branding.logo),
  }
}

/**
 * Returns null if the logo cannot be read or resized, because the email must be sent in any case.
 */
async function logoPictureOf(context: Environment, id: string): Promise<MailPicture | null> {
  try {
    const bytes = await findSmallLogo(context, id)
    return bytes && { cid: `${id}@matricola`, mediaType: 'image/jpeg', bytes }
  } catch (error) {
    context.log.error({ err: error, file: id }, 'adding the logo to an email failed')
    return null
  }
}
