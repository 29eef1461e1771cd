import type { ReactNode } from 'react'
import { useLanguage } from '../i18n.ts'
import { useUniversity } from './university.ts'

/** The university's own language; undefined where the page is in it. */
export function useOwnLanguage() {
  const own = useUniversity()?.language
  return own === useLanguage() ? undefined : own
}

/** Text that the university wrote once, in its own language, such as names of programmes. */
export const Own = ({ children }: { children: ReactNode }) => <span lang={useOwnLanguage()}>{children}</span>
