import { Icon } from '@matricola/console/icons/icon.tsx'
import { signInPath } from '@matricola/schema/paths.ts'
import { errorStatus } from '@matricola/schema/wire/errors.ts'
import { admissionPath, applyPath, statusPath } from '#resources/paths.ts'
import { useLinkPath } from './use-link-path.ts'
import { usePlainText } from './use-plain-text.ts'

/** Shown for a programme that is not offered or does not exist. Texts: specification, section 2. */
export function ProgrammeNotFound() {
  const t = usePlainText('admission')
  const tPublic = usePlainText('public')
  const linkPath = useLinkPath()
  return (
    <>
      <p className="public-code">{errorStatus['path.unknown']}</p>
      <h1>{tPublic('errors:notFound.title')}</h1>
      <p>{tPublic('errors:notFound.detail')}</p>
      <p>{t('noProgramme')}</p>
      <p>
        <a className="button button-primary" href={linkPath(admissionPath)}>
          {t('all')}
        </a>
      </p>
      <p className="public-aside">
        <a href={linkPath(applyPath)}>{tPublic('signIn.apply')}</a>
        <a href={linkPath(statusPath)}>{tPublic('signIn.status')}</a>
        <a href={linkPath(signInPath)}>{tPublic('errors:notFound.link')}</a>
      </p>
    </>
  )
}

/** Shows the server's message for a failed request. */
export function RequestFailed({ message }: { message: string }) {
  const tPublic = usePlainText('public')
  const linkPath = useLinkPath()
  return (
    <>
      <h1>{tPublic('failed.title')}</h1>
      <p className="message message-error" role="alert">
        <Icon name="error" />
        {message}
      </p>
      <p className="public-aside">
        <a href={linkPath(admissionPath)}>{tPublic('admission.link')}</a>
        <a href={linkPath(statusPath)}>{tPublic('signIn.status')}</a>
      </p>
    </>
  )
}
