import { signInPath } from '@matricola/schema/paths.ts'
import { sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import { useText } from '../i18n.ts'
import { NewPassword } from './new-password.tsx'

/** `/reset#t=…`: sets a new password with the link from an email. */
export function ResetPassword() {
  const t = useText('public')
  return (
    <NewPassword
      endpoint={sessionEndpoints.resetPassword}
      title={t('reset.title')}
      intro={t('reset.intro')}
      done="public:reset.done"
      noToken={t('reset.noToken')}
      remedy={<a href={`${signInPath}?view=forgot`}>{t('reset.again')}</a>}
    />
  )
}
