import { useNavigate } from 'react-router'
import { usePageTitle } from '#packages/console/app/page-title.ts'
import { useUser } from '#packages/console/app/user-context.ts'
import type { PageProps } from '#packages/console/screens/page-props.ts'
import { pagePaths } from '#packages/schema/paths.ts'
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
