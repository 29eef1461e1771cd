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

/** Puts the number of unread letters at the end of the document's title, so that a screen reader begins with the page; none: takes it away. */
export const setTitleCount = (count: number) => {
  if (count !== shown.count) show({ count })
}

/**
 * The document's title: `Țîrlea Ștefan – Students – Matricola`. Pages that are a menu entry themselves pass nothing;
 * the name before it comes from the page that knows it.
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
