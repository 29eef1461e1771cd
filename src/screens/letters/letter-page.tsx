import { useParams } from 'react-router'
import { useReadOnOpening } from '#src/console/unread.ts'
import { ShowPage } from '#src/pages/show/show-page.tsx'
import type { PageProps } from '../index.ts'

/** A message or a notification to read: for whom it is meant for, opening it is reading it. */
export function LetterPage({ resource }: PageProps) {
  const { id = '' } = useParams()
  useReadOnOpening(resource.name === 'messages' ? 'messages' : 'notifications', id)
  return <ShowPage resource={resource} />
}
