import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { useText } from '@matricola/console/i18n.ts'
import type { StepProps } from './step-props.ts'
import { findSuggestedAddress } from './suggested-address.ts'

/**
 * Asks about an address whose domain looks mistyped, because what is sent there would go to a
 * stranger. The form does not continue without an answer. `focus` is called after it.
 */
export function AddressQuestion({
  stepProps: { draft, draftStore, setValue, clearIssues, issues },
  isTyping = false,
  focus,
}: {
  readonly stepProps: StepProps
  readonly isTyping?: boolean
  readonly focus: () => void
}) {
  const t = useText('apply')
  const isRefused = issues.personalEmail !== undefined
  const address = isTyping && !isRefused ? null : findSuggestedAddress(draft)
  const answer = (act: () => void) => () => {
    act()
    clearIssues(['personalEmail'])
    focus()
  }
  return (
    <LiveRegion as="div">
      {address ? (
        <p className="apply-suggestion">
          {t('suggestion', { address })}{' '}
          <button
            type="button"
            className="button-link"
            onClick={answer(() => setValue('personalEmail', address))}
          >
            {t('useSuggestion')}
          </button>{' '}
          <button
            type="button"
            className="button-link"
            onClick={answer(() => draftStore.change({ checkedEmail: draft.values.personalEmail }))}
          >
            {t('keepAddress')}
          </button>
        </p>
      ) : null}
    </LiveRegion>
  )
}
