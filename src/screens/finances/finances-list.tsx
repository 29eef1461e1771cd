import { usePageTitle } from '@matricola/console/app/page-title.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { FieldInput } from '@matricola/console/fields/field-input.tsx'
import { ListPage } from '@matricola/console/pages/list/list-page.tsx'
import { pagePaths } from '@matricola/schema/paths.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { useId } from 'react'
import { useNavigate } from 'react-router'
import { finances } from '#resources/finances.ts'
import { students } from '#resources/students.ts'
import { useHomeText } from '../use-home-text.ts'
import { OwnAccount } from './own-account.tsx'
import './finances.css'

/**
 * The ledger. Staff see all entries and can search for a student's account. Students see their own
 * account.
 */
export function FinancesList({ resource }: { readonly resource: AnyResource }) {
  const { role } = useUser()
  usePageTitle()
  if (role === 'student') return <OwnAccount />
  return (
    <>
      <AccountFinder />
      <ListPage resource={resource} />
    </>
  )
}

/** Finds a student by name or number and opens the student's ledger. */
function AccountFinder() {
  const { t } = useHomeText()
  const { role } = useUser()
  const navigate = useNavigate()
  const id = useId()
  return (
    <div className="inline-group account-finder">
      <label className="field-label" id={`${id}-label`} htmlFor={id}>
        {t('home:ledger.find')}
      </label>
      <FieldInput
        id={id}
        labelId={`${id}-label`}
        resource={asAnyResource(finances)}
        name="studentId"
        spec={finances.fields.studentId}
        value={null}
        values={{}}
        required={false}
        onChange={(chosen) =>
          chosen &&
          navigate(
            `${pagePaths(asAnyResource(students), role).show.replace(':id', String(chosen))}?tab=finances`,
          )
        }
      />
    </div>
  )
}
