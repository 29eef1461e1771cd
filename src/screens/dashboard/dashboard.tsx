import type { Role } from '#model/vocabulary.ts'
import { usePageTitle } from '#src/console/page-title.ts'
import { OfficeHome } from './office-home.tsx'
import { OwnClasses } from './own-classes.tsx'
import './dashboard.css'

/** The home of each role. */
export function Dashboard({ role }: { readonly role: Role }) {
  usePageTitle()
  return role === 'admin' || role === 'secretary' ? <OfficeHome /> : <OwnClasses role={role} />
}
