import { useText } from '../../../i18n.ts'
import { Status } from '../../../spoken/status.tsx'
import { likelyAddress } from './mail-domains.ts'
import type { StepParts } from './step-parts.ts'

interface MeantAddressParts {
  readonly parts: StepParts
  /** False while the address is still being typed. */
  readonly isTyped?: boolean
  readonly onTaken?: () => void
}

/**
 * Asks about an address whose domain looks mistyped, because the access code would go to a stranger. The applicant can keep the
 * address.
 */
export function MeantAddress({ parts, isTyped = true, onTaken }: MeantAddressParts) {
  const t = useText('apply')
  const { personalEmail } = parts.draft.values
  const meant = isTyped ? likelyAddress(personalEmail) : null
  const take = () => {
    if (meant) parts.setValue('personalEmail', meant)
    onTaken?.()
  }
  return (
    <Status as="div">
      {meant ? (
        <p className="apply-helper">
          {t('meant', { address: meant })}{' '}
          <button type="button" className="button-link" onClick={take}>
            {t('takeMeant')}
          </button>
        </p>
      ) : null}
    </Status>
  )
}
