import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { numberFormat } from '@matricola/schema/values/intl-formats.ts'
import type { WireApplication } from '#resources/admission/wire.ts'

/** Why the place became worse or was withdrawn, and the average that it requires now. */
export function PlaceCause({
  application: { state, result },
}: {
  readonly application: WireApplication
}) {
  const t = useText('application')
  const language = useLanguage()
  const { cause, params } = state
  if (!cause) return null
  const format = numberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const average = (hundredths: number) => format.format(hundredths / 100)
  const before = result?.choices.find(
    ({ programme, kind }) =>
      programme === params.placeBefore?.name && kind === params.placeBefore.kind,
  )
  const required = before?.lastAverage ?? null
  return (
    <p className={`place-cause message message-${state.chip.color === 'amber' ? 'warn' : 'error'}`}>
      <span>
        <strong>{t('card.why')}</strong> {cause[language]}
        {before && required !== null && required > before.average
          ? ` ${t('card.numbers', { theirs: average(required), own: average(before.average) })}`
          : null}
      </span>
    </p>
  )
}
