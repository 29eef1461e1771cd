import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { placeOf } from './area.ts'
import { usePerson } from './person.ts'

const shown = { title: 'Matricola', count: 0 }

function show(parts: Partial<typeof shown>) {
  Object.assign(shown, parts)
  document.title = shown.count > 0 ? `${shown.title} (${shown.count})` : shown.title
}

/** Appends the number of unread items to the document title; zero removes it. It comes last, so that screen readers start with the page. */
export const setTitleCount = (count: number) => {
  if (count !== shown.count) show({ count })
}

/**
 * Sets the document title, such as `Țîrlea Ștefan – Students – Matricola`. Pages that are menu entries pass no name; other pages
 * pass theirs.
 */
export function usePageTitle(name = '') {
  const { t } = useTranslation(['shell', 'resources'])
  const { role } = usePerson()
  const place = placeOf(useLocation().pathname, role)
  const title = [name, place ? t(place.label) : '', 'Matricola'].filter(Boolean).join(' – ')
  useEffect(() => {
    show({ title })
  }, [title])
}
