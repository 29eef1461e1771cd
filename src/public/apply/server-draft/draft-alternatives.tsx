import { useText } from '@matricola/console/i18n.ts'
import { StepLink } from '../steps/step-link.tsx'
import { StatusLink } from './status-link.tsx'

/** Alternatives for applicants who cannot open the draft. */
export function DraftAlternatives() {
  const t = useText('apply')
  return (
    <>
      <p>
        <StepLink to="start">{t('later.resume.begin')}</StepLink>
      </p>
      <StatusLink />
    </>
  )
}
