import { describedBy, LabelledField } from '@matricola/console/public/labelled-field.tsx'
import { openAdmissions } from '#resources/admission/concurrent-admissions.ts'
import type { WirePublicStatus } from '#resources/admission/wire.ts'
import type { NationalIdError } from '#resources/field-types/nationalId/national-id.ts'
import { applyPath, statusPath } from '#resources/paths.ts'
import { usePublicConfig } from '../public-config.ts'
import { StatusCards } from '../status/status-cards.tsx'
import { useLinkPath } from './use-link-path.ts'
import { usePlainText } from './use-plain-text.ts'

/** The search form after an invalid CNP, with the error. */
export function StatusSearch({ cnp, error }: { cnp: string; error: NationalIdError }) {
  const t = usePlainText('public')
  const errors = usePlainText('errors')
  const linkPath = useLinkPath()
  const fieldProps = {
    name: 'cnp',
    hint: t('status.cnpHint'),
    message: errors(`issues.nationalId.${error}`),
  }
  return (
    <form className="public-panel panel" method="post" action={linkPath(statusPath)} noValidate>
      <div className="summary" role="alert">
        <h2>{t('summary.title', { count: 1 })}</h2>
        <ul>
          <li>
            <a href="#cnp">
              {t('errors:summary.entry', { field: t('status.cnp'), message: fieldProps.message })}
            </a>
          </li>
        </ul>
      </div>
      <h1>{t('status.title')}</h1>
      <LabelledField label={t('status.cnp')} {...fieldProps}>
        <input
          className="input"
          id="cnp"
          name="cnp"
          defaultValue={cnp}
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={true}
          aria-describedby={describedBy(fieldProps)}
          aria-required={true}
        />
      </LabelledField>
      <button type="submit" className="button button-primary public-submit">
        {t('status.search')}
      </button>
    </form>
  )
}

/** The result of a search by CNP only. */
export function StatusResult({ cnp, list }: { cnp: string; list: readonly WirePublicStatus[] }) {
  const t = usePlainText('status')
  const tPublic = usePlainText('public')
  const tAdmission = usePlainText('admission')
  const linkPath = useLinkPath()
  const { publicConfig } = usePublicConfig()
  const isOpenToAll = publicConfig?.publicStatus !== 'code'
  return (
    <>
      <h1>{tPublic('status.title')}</h1>
      {list.length > 0 ? (
        <StatusCards list={list} />
      ) : (
        <p>{isOpenToAll ? t('none', { id: cnp }) : t('codeOnly')}</p>
      )}
      <p>{tAdmission('statusNeedsScript')}</p>
      <p className="status-buttons">
        <a className="button button-primary" href={linkPath(statusPath)}>
          {t('searchAgain')}
        </a>
        {list.length === 0 && publicConfig && openAdmissions(publicConfig).length > 0 ? (
          <a className="button" href={linkPath(applyPath)}>
            {t('start')}
          </a>
        ) : null}
      </p>
    </>
  )
}
