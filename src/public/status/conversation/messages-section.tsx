import { loadNamespaces, useText } from '@matricola/console/i18n.ts'
import { type ComponentType, useEffect, useState } from 'react'
import type { WireApplication } from '#resources/admission/wire.ts'
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
 * The messages between the applicant and the office. Their code and texts are loaded when the
 * section is opened, which it is at first if there is a new message.
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
  const [isOpen, setOpen] = useState(unread > 0)
  const [loaded, setLoaded] = useState<{ readonly view: ComponentType<ConversationProps> } | null>(
    null,
  )
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (!isOpen || loaded) return
    setFailed(false)
    loadConversation().then(
      (view) => setLoaded({ view }),
      () => setFailed(true),
    )
  }, [isOpen, loaded])
  if (count === 0 && isClosed) return null
  return (
    <details
      className="status-details"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {unread > 0 ? t('messages.unread', { count: unread }) : t('messages.title')}
      </summary>
      {isOpen && loaded ? <loaded.view views={views} reference={reference} /> : null}
      {hasFailed ? <p role="alert">{t('messages.loadFailed')}</p> : null}
    </details>
  )
}
