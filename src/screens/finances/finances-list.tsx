import type { AnyResource } from '#model/resource.ts'
import { usePerson } from '#src/console/person.ts'
import { ListPage } from '#src/pages/list/list-page.tsx'
import { OwnAccount } from './own-account.tsx'

/** The list of entries; a student's own come below what is still to be paid. */
export function FinancesList({ resource }: { readonly resource: AnyResource }) {
  const { role } = usePerson()
  return (
    <>
      {role === 'student' && <OwnAccount />}
      <ListPage resource={resource} />
    </>
  )
}
