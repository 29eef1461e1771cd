import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { usePageTitle } from '#src/console/page-title.ts'
import { usePerson } from '#src/console/person.ts'
import { Tabs } from '#src/kit/tabs.tsx'
import { ListPage } from '#src/pages/list/list-page.tsx'
import '#src/pages/show/show.css'
import type { PageProps } from '../page-props.ts'
import { useTimetableText } from './use-timetable-text.ts'
import { Week } from './week.tsx'

/** The classes: for who attends or teaches them as a week, with the plain list beside it; for the office as a list. */
export function ClassesList({ resource }: PageProps) {
  const { role } = usePerson()
  return role === 'student' || role === 'professor' ? <OwnClasses resource={resource} /> : <ListPage resource={resource} />
}

function OwnClasses({ resource }: PageProps) {
  const { t } = useTimetableText()
  const [params] = useSearchParams()
  // An address that says what a list holds leads to the list.
  const [shown, show] = useState(() => (params.size > 0 && !params.has('week') ? 'list' : 'week'))
  usePageTitle()
  return (
    <Tabs
      label={t(`resources:${resource.name}.many`)}
      current={shown}
      onChange={show}
      tabs={[
        { name: 'week', label: t('timetable:week'), content: <Week /> },
        { name: 'list', label: t('timetable:list'), content: <ListPage resource={resource} /> },
      ]}
    />
  )
}
