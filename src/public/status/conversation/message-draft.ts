import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import { Uploads } from '../../documents/uploads.ts'
import type { StatusNavigation } from '../status-navigation.ts'

export const attachmentNames = ['attachment1', 'attachment2', 'attachment3'] as const

export interface ConversationProps {
  readonly views: StatusNavigation
  readonly reference: string
}

/** An unsent message. Kept in memory, so that an expired session does not lose it. */
export interface MessageDraft {
  text: string
  readonly uploads: Uploads
}

const drafts = new Map<string, MessageDraft>()

/** The unsent message of an application; a new one if there is none. */
export function messageDraftOf(reference: string): MessageDraft {
  const draft = drafts.get(reference) ?? {
    text: '',
    uploads: new Uploads(admissionEndpoints.sendAttachment),
  }
  drafts.set(reference, draft)
  return draft
}

/** Discards unsent messages. */
export const clearMessageDrafts = () => drafts.clear()
