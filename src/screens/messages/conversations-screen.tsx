import { usePageTitle } from '@matricola/console/app/page-title.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import type { PageProps } from '@matricola/console/screens/page-props.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import { useNavigate } from 'react-router'
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
