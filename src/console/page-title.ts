import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { placeOf } from './area.ts'
import { usePerson } from './person.ts'

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
    document.title = title
  }, [title])
}
