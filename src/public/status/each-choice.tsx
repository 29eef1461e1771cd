import { useText } from '@matricola/console/i18n.ts'
import type { WireApplication } from '#resources/admission/wire.ts'
import { useAverages } from '../../averages/use-averages.ts'
import { useApplicationNames } from './application-names.tsx'

/** Why an applicant has to wait for the place that the page names. */
export function WaitingReason({ application }: { readonly application: WireApplication }) {
  const { result, state } = application
  const averages = useAverages(result !== undefined)
  const place = state.state === 'waiting' ? state.params.place : undefined
  const choice = result?.choices.find(
    ({ programme, kind }) => programme === place?.name && kind === place.kind,
  )
  if (!averages || !result || !choice || choice.reason === null) return null
  return (
    <p className="message">
      <span>
        <averages.ChoiceReasonText choice={choice} result={result} />
      </span>
    </p>
  )
}

/** The result of each choice, with its reason. */
export function EachChoice({ application }: { readonly application: WireApplication }) {
  const t = useText('status')
  const { result, status, reference } = application
  const averages = useAverages(result !== undefined)
  const names = useApplicationNames(application)
  if (!result || status === 'declined') return null
  return (
    <details className="status-details">
      <summary>{t('place.why')}</summary>
      <p>{t('place.round', { round: result.round })}</p>
      {averages ? (
        <averages.ResultExplanation result={result} reference={reference} programmeLabel={names} />
      ) : null}
    </details>
  )
}
