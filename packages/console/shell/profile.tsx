import { accountPath } from '@matricola/schema/paths.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSession } from '../app/console-context.ts'
import { ApiImage } from '../fields/api-image.tsx'
import { Icon } from '../icons/icon.tsx'

// A generic head and shoulders.
const defaultPicture = '/default-picture.svg'

/** Picture and email address of the signed-in user, linked to the account page. */
export function Profile() {
  const { t } = useTranslation('shell')
  const { user, isChecking } = useSession()
  if (!user) {
    if (!isChecking) return <span className="profile-empty">{t('noData')}</span>
    return (
      <span className="profile-empty">
        <span className="spinner" aria-hidden="true" />
        <span className="visually-hidden">{t('loading')}</span>
      </span>
    )
  }
  return (
    <Link
      className="profile"
      to={accountPath(user.role)}
      aria-label={user.email ? `${user.email} – ${t('menu.account')}` : t('menu.account')}
    >
      {user.email ? (
        <>
          {user.imagePath ? (
            <ApiImage
              className="profile-picture"
              path={user.imagePath}
              alt=""
              width="28"
              height="28"
            />
          ) : (
            <img className="profile-picture" src={defaultPicture} alt="" width="28" height="28" />
          )}
          <span className="profile-email">{user.email}</span>
        </>
      ) : (
        <Icon name="user" />
      )}
    </Link>
  )
}
