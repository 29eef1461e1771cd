import { useParams } from 'react-router'
import { useMarkReadOnOpen } from '../../app/unread.ts'
import { ShowPage } from '../../pages/show/show-page.tsx'
import type { PageProps } from '../page-props.ts'

/** The page of a notification. Opening it marks it as read. */
export function NotificationPage({ resource }: PageProps) {
  const { id = '' } = useParams()
  useMarkReadOnOpen('notifications', id)
  return <ShowPage resource={resource} />
}
