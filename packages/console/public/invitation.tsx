import { signInPath } from '@matricola/schema/paths.ts'
import { sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import { useText } from '../i18n.ts'
import { NewPassword } from './new-password.tsx'

/** `/invitation#t=…`: sets the first password of an account that an admin created. */
export function Invitation() {
  const t = useText('public')
  return (
    <NewPassword
      endpoint={sessionEndpoints.acceptInvitation}
      title={t('invitation.title')}
      intro={t('invitation.intro')}
      done="public:invitation.done"
      noToken={t('invitation.noToken')}
      remedy={<a href={signInPath}>{t('forgot.back')}</a>}
    />
  )
}
