import { usePageTitle } from '@matricola/console/app/page-title.ts'
import { loadNamespaces } from '@matricola/console/i18n.ts'
import { ListSkeleton } from '@matricola/console/pages/list/list-states.tsx'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { lazy, Suspense } from 'react'
import { StaffHome } from './staff-home.tsx'
import './dashboard.css'

const OwnHome = lazy(async () => {
  const [{ PersonalHome: Home }] = await Promise.all([
    import('./personal/personal-home.tsx'),
    loadNamespaces('home'),
  ])
  return { default: Home }
})

/** The home page of each role. */
export function Dashboard({ role }: { readonly role: Role }) {
  usePageTitle()
  if (role === 'admin' || role === 'secretary') return <StaffHome />
  return (
    <Suspense fallback={<ListSkeleton columns={3} rows={3} />}>
      <OwnHome role={role} />
    </Suspense>
  )
}
