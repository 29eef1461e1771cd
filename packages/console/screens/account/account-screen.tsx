import type { Role } from '@matricola/schema/vocabulary.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useOne } from '@refinedev/core'
import type { ComponentType } from 'react'
import { useAnnounce } from '../../announcements/announcer.tsx'
import { useRegistry } from '../../app/console-context.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { useUser } from '../../app/user-context.ts'
import { usePageText } from '../../fields/page-text.ts'
import '../../fields/fields.css'
import '../../pages/form/form.css'
import { FieldsSkeleton } from '../../pages/form/load-state.tsx'
import { readFailureNotification } from '../../pages/form/saved.ts'
import '../../pages/show/show.css'
import { NotLoaded } from '../not-loaded.tsx'
import '../screens.css'
import { Appearance } from '../appearance.tsx'
import { ChangePassword } from './change-password.tsx'
import { Keyboard } from './keyboard.tsx'
import { NotificationChoice } from './notification-choice.tsx'
import { OwnData } from './own-data.tsx'
import { ProfileImage } from './profile-image.tsx'
import { Sessions } from './sessions.tsx'

interface AccountScreenProps {
  /**
   * Shows the application's own record of a user with the role, such as a student's personal data.
   */
  readonly records?: { readonly [R in Role]?: ComponentType }
}

/** The page for a user's own account. */
export function AccountScreen({ records = {} }: AccountScreenProps) {
  const { t } = usePageText()
  usePageTitle()
  const user = useUser()
  const { get, notificationKinds } = useRegistry()
  const users = get('users')
  const hasTopics = Object.keys(notificationKinds).length > 0
  useAnnounce(user.mustChangePassword ? t('password.must') : '')
  const { query } = useOne<WireRecord>({
    resource: 'users',
    id: user.id,
    errorNotification: readFailureNotification,
  })
  const record = query.data?.data
  const OwnRecord = records[user.role]
  const access = (
    <>
      <ProfileImage user={user} />
      <ChangePassword />
    </>
  )
  return (
    <div className="page account">
      {user.mustChangePassword && <div className="message message-warn">{t('password.must')}</div>}
      {record ? (
        <div className="account-columns">
          <div className="stack">
            <OwnData resource={users} record={record} />
            {OwnRecord && <OwnRecord />}
            {!OwnRecord && access}
          </div>
          <div className="stack">
            {OwnRecord && access}
            {hasTopics ? <NotificationChoice resource={users} record={record} /> : null}
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
          {user.mustChangePassword && <ChangePassword />}
        </>
      )}
    </div>
  )
}
