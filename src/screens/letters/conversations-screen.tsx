import { useNavigate } from 'react-router'
import { pagesOf } from '#model/paths.ts'
import { usePageTitle } from '#src/console/page-title.ts'
import { usePerson } from '#src/console/person.ts'
import type { PageProps } from '../page-props.ts'
import { Conversations } from './conversations.tsx'

/** The list of messages, grouped by conversation. */
export function ConversationsScreen({ resource }: PageProps) {
  const { role } = usePerson()
  const navigate = useNavigate()
  usePageTitle()
  return (
    <div className="page thread">
      <Conversations onNew={() => navigate(pagesOf(resource, role).create)} />
    </div>
  )
}
