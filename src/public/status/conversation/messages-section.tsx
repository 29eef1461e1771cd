import { loadNamespaces, useText } from '@matricola/console/i18n.ts'
import type { ComponentType } from 'react'
import type { WireApplication } from '#resources/admission/wire.ts'
import { LaterSection } from '../later-section.tsx'
import type { StatusNavigation } from '../status-navigation.ts'
import type { ConversationProps } from './message-draft.ts'

async function loadConversation(): Promise<ComponentType<ConversationProps>> {
  const [{ Conversation }] = await Promise.all([
    import('./conversation.tsx'),
    loadNamespaces('conversation'),
  ])
  return Conversation
}

/**
 * The messages between the applicant and the office. The section is open at first if there is a new
 * message.
 */
export function MessagesSection({
  views,
  application: { reference, messages },
}: {
  readonly views: StatusNavigation
  readonly application: WireApplication
}) {
  const t = useText('status')
  const { count, unread, isClosed } = messages
  if (count === 0 && isClosed) return null
  return (
    <LaterSection
      title={unread > 0 ? t('messages.unread', { count: unread }) : t('messages.title')}
      isOpenAtFirst={unread > 0}
      load={loadConversation}
      failed={t('messages.loadFailed')}
      props={{ views, reference }}
    />
  )
}
