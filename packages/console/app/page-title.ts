import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { findConsolePage } from './area.ts'
import { useConsole } from './console-context.ts'
import { useUser } from './user-context.ts'

const currentTitle = { title: document.title, count: 0 }

function updateTitle(patch: Partial<typeof currentTitle>) {
  Object.assign(currentTitle, patch)
  document.title =
    currentTitle.count > 0 ? `${currentTitle.title} (${currentTitle.count})` : currentTitle.title
}

/**
 * Appends the number of unread items to the document title; zero removes it. The number comes last,
 * so that screen readers start with the name of the page.
 */
export const setTitleCount = (count: number) => {
  if (count !== currentTitle.count) updateTitle({ count })
}

/**
 * Sets the document title, such as `Țîrlea Ștefan – Students – Matricola`. Pages that are menu
 * entries pass no name; other pages pass theirs.
 */
export function usePageTitle(name = '') {
  const { t } = useTranslation(['shell', 'resources'])
  const { role } = useUser()
  const { name: product, registry } = useConsole()
  const page = findConsolePage(registry, useLocation().pathname, role)
  const title = [name, page ? t(page.label) : '', product].filter(Boolean).join(' – ')
  useEffect(() => {
    updateTitle({ title })
  }, [title])
}
