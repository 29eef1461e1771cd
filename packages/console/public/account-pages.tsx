import { invitationPath, resetPasswordPath, signInPath } from '@matricola/schema/paths.ts'
import { useText } from '../i18n.ts'
import { currentAddress } from './address.ts'
import { Entry } from './entry.tsx'
import { Invitation } from './invitation.tsx'
import { PublicFrame } from './public-frame.tsx'
import { PublicGuard } from './public-guard.tsx'
import { ResetPassword } from './reset-password.tsx'
import { SignInPage } from './sign-in-page.tsx'

/** The public pages of an application that has no others: `/`, signing in, and new passwords. */
export function AccountPages() {
  switch (currentAddress().path.replace(/(.)\/+$/, '$1')) {
    case '/':
      return <Entry />
    case signInPath:
      return (
        <PublicGuard>
          <SignInPage />
        </PublicGuard>
      )
    case resetPasswordPath:
      return <ResetPassword />
    case invitationPath:
      return <Invitation />
    default:
      return <NotFound />
  }
}

function NotFound() {
  const t = useText('public')
  return (
    <PublicFrame title={t('errors:notFound.title')}>
      <h1>{t('errors:notFound.title')}</h1>
      <p>{t('errors:notFound.detail')}</p>
      <a href={signInPath}>{t('errors:notFound.link')}</a>
    </PublicFrame>
  )
}
