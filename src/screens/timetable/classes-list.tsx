import { usePageTitle } from '@matricola/console/app/page-title.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { Tabs } from '@matricola/console/kit/tabs.tsx'
import { ListPage } from '@matricola/console/pages/list/list-page.tsx'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import '@matricola/console/pages/show/show.css'
import type { PageProps } from '@matricola/console/screens/page-props.ts'
import { useTimetableText } from './use-timetable-text.ts'
import { Week } from './week.tsx'

/**
 * Shows the classes: a weekly timetable and a list, in two tabs, to students and professors; only
 * the list to other roles.
 */
export function ClassesList({ resource }: PageProps) {
  const { role } = useUser()
  return role === 'student' || role === 'professor' ? (
    <OwnClasses resource={resource} />
  ) : (
    <ListPage resource={resource} />
  )
}

function OwnClasses({ resource }: PageProps) {
  const { t } = useTimetableText()
  const [params] = useSearchParams()
  // If the URL has parameters of the list, the page opens on the list.
  const [view, setView] = useState(() => (params.size > 0 && !params.has('week') ? 'list' : 'week'))
  usePageTitle()
  return (
    <Tabs
      label={t(`resources:${resource.name}.many`)}
      current={view}
      onChange={setView}
      tabs={[
        { name: 'week', label: t('timetable:week'), content: <Week /> },
        { name: 'list', label: t('timetable:list'), content: <ListPage resource={resource} /> },
      ]}
    />
  )
}
