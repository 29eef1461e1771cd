import { useNavigate } from 'react-router'
import { pagePaths } from '#model/paths.ts'
import { usePageTitle } from '#src/console/page-title.ts'
import { useUser } from '#src/console/user-context.ts'
import type { PageProps } from '../page-props.ts'
import { Conversations } from './conversations.tsx'

/** The list of messages, grouped by conversation. */
export function ConversationsScreen({ resource }: PageProps) {
  const { role } = useUser()
  const navigate = useNavigate()
  usePageTitle()
  return (
    <div className="page thread">
      <Conversations onNew={() => navigate(pagePaths(resource, role).create)} />
    </div>
  )
}
