import { useOne } from '@refinedev/core'
import type { WireRecord } from '#model/wire/wire.ts'
import { resourceNamed } from '#resources/index.ts'
import { usePageTitle } from '#src/console/page-title.ts'
import { usePerson } from '#src/console/person.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { useSpoken } from '#src/spoken/announcer.tsx'
import '#src/fields/fields.css'
import '#src/pages/form/form.css'
import { FieldsSkeleton } from '#src/pages/form/load-state.tsx'
import { readFailure } from '#src/pages/form/saved.ts'
import '#src/pages/show/show.css'
import { NotLoaded } from '../not-loaded.tsx'
import '../screens.css'
import { Appearance } from '../appearance.tsx'
import { ChangePassword } from './change-password.tsx'
import { Keyboard } from './keyboard.tsx'
import { NotificationChoice } from './notification-choice.tsx'
import { OwnData } from './own-data.tsx'
import { OwnRecord, recordOfRole } from './own-record.tsx'
import { ProfileImage } from './profile-image.tsx'
import { Sessions } from './sessions.tsx'

/** The page for a user's own account. */
export function AccountScreen() {
  const { t } = usePageText()
  usePageTitle()
  const person = usePerson()
  useSpoken(person.mustChangePassword ? t('password.must') : '')
  const { query } = useOne<WireRecord>({ resource: 'users', id: person.id, errorNotification: readFailure })
  const record = query.data?.data
  const isOnRecord = recordOfRole[person.role] !== null
  const access = (
    <>
      <ProfileImage person={person} />
      <ChangePassword />
    </>
  )
  return (
    <div className="page account">
      {person.mustChangePassword && <div className="message message-warn">{t('password.must')}</div>}
      {record ? (
        <div className="account-columns">
          <div className="stack">
            <OwnData resource={resourceNamed('users')} record={record} />
            <OwnRecord role={person.role} />
            {!isOnRecord && access}
          </div>
          <div className="stack">
            {isOnRecord && access}
            <NotificationChoice resource={resourceNamed('users')} record={record} />
            <Sessions />
            <Appearance />
            <Keyboard />
          </div>
        </div>
      ) : query.isPending ? (
        <FieldsSkeleton />
      ) : (
        <>
          <NotLoaded kind="account" onRetry={() => void query.refetch()} />
          {/* The server returns no data to users who have to choose a new password first. */}
          {person.mustChangePassword && <ChangePassword />}
        </>
      )}
    </div>
  )
}
