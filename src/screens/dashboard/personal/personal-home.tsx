import { useUser } from '@matricola/console/app/user-context.ts'
import { ListFailed, ListSkeleton } from '@matricola/console/pages/list/list-states.tsx'
import { useCall } from '@matricola/console/use-call.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import * as dashboardCalls from '#resources/calls/dashboard.ts'
import { useHomeText } from '../../use-home-text.ts'
import { NextClasses } from './next-classes.tsx'
import { ProfessorSections } from './professor-sections.tsx'
import { StudentSections } from './student-sections.tsx'
import '@matricola/console/pages/list/list.css'
import '../../home-rows.css'
import './home.css'
import '../dashboard.css'

/** Home page of students and professors: tasks, news and upcoming classes. */
export function PersonalHome({ role }: { readonly role: Role }) {
  const { t } = useHomeText()
  const { name } = useUser()
  const query = useCall(dashboardCalls.home, {}, { key: ['home'], refetchOnWindowFocus: 'always' })
  const home = query.data
  return (
    <div className="home" aria-busy={query.isFetching}>
      <h2>
        {role === 'professor' ? t('dashboard:professorHome') : t('dashboard:welcome', { name })}
      </h2>
      {home?.kind === 'student' && <StudentSections home={home} />}
      {home?.kind === 'professor' && <ProfessorSections home={home} />}
      {!home && query.isError && (
        <ListFailed
          error={query.error}
          title={t('home:failed')}
          onRetry={() => void query.refetch()}
        />
      )}
      {!home && query.isPending && <ListSkeleton columns={3} rows={3} />}
      <div className="home-cards">
        <NextClasses role={role} />
      </div>
    </div>
  )
}
