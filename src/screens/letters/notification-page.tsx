import { useParams } from 'react-router'
import { useReadOnOpening } from '#src/console/unread.ts'
import { ShowPage } from '#src/pages/show/show-page.tsx'
import type { PageProps } from '../page-props.ts'

/** One notification: opening it is reading it. */
export function NotificationPage({ resource }: PageProps) {
  const { id = '' } = useParams()
  useReadOnOpening('notifications', id)
  return <ShowPage resource={resource} />
}
