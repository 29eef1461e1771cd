import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { useText } from '@matricola/console/i18n.ts'
import { suggestAddress } from './mail-domains.ts'
import type { StepProps } from './step-props.ts'

interface AddressSuggestionProps {
  readonly stepProps: StepProps
  /** False while the address is still being typed. */
  readonly isEnteredText?: boolean
  readonly onAccepted?: () => void
}

/**
 * Asks about an address whose domain looks mistyped, because the access code would go to a
 * stranger. The applicant can keep the address.
 */
export function AddressSuggestion({
  stepProps,
  isEnteredText = true,
  onAccepted,
}: AddressSuggestionProps) {
  const t = useText('apply')
  const { personalEmail } = stepProps.draft.values
  const suggestion = isEnteredText ? suggestAddress(personalEmail) : null
  const accept = () => {
    if (suggestion) stepProps.setValue('personalEmail', suggestion)
    onAccepted?.()
  }
  return (
    <LiveRegion as="div">
      {suggestion ? (
        <p className="apply-suggestion">
          {t('suggestion', { address: suggestion })}{' '}
          <button type="button" className="button-link" onClick={accept}>
            {t('useSuggestion')}
          </button>
        </p>
      ) : null}
    </LiveRegion>
  )
}
