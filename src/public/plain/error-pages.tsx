import { admissionPath, applyPath, signInPath, statusPath } from '#model/paths.ts'
import { errorStatus } from '#model/wire/errors.ts'
import { Icon } from '../../icons/icon.tsx'
import { useLinkPath } from './use-link-path.ts'
import { usePlainText } from './use-plain-text.ts'

/** A programme that is not offered or does not exist. Texts: specification, section 2. */
export function ProgrammeNotFound() {
  const t = usePlainText('admission')
  const general = usePlainText('public')
  const to = useLinkPath()
  return (
    <>
      <p className="public-code">{errorStatus['path.unknown']}</p>
      <h1>{general('notFound.title')}</h1>
      <p>{general('notFound.detail')}</p>
      <p>{t('noProgramme')}</p>
      <p>
        <a className="button button-primary" href={to(admissionPath)}>
          {t('all')}
        </a>
      </p>
      <p className="public-aside">
        <a href={to(applyPath)}>{general('signIn.apply')}</a>
        <a href={to(statusPath)}>{general('signIn.status')}</a>
        <a href={to(signInPath)}>{general('notFound.link')}</a>
      </p>
    </>
  )
}

/** The server's message for a failed request. */
export function RequestFailed({ message }: { message: string }) {
  const general = usePlainText('public')
  const to = useLinkPath()
  return (
    <>
      <h1>{general('failed.title')}</h1>
      <p className="message message-error" role="alert">
        <Icon name="error" />
        {message}
      </p>
      <p className="public-aside">
        <a href={to(admissionPath)}>{general('admission.link')}</a>
        <a href={to(statusPath)}>{general('signIn.status')}</a>
      </p>
    </>
  )
}
