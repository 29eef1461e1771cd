import { useLanguage } from '@matricola/console/i18n.ts'
import { possibleFees } from '#resources/admission/admission-fee.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import type { WireMerit } from '#resources/admission/wire-merit.ts'
import {
  averageInWords,
  conditionInWords,
  tieBreakersInWords,
} from '../../averages/average-text.ts'
import { applicationFeeText } from '../application-fee-text.ts'
import { gradeLabel } from '../apply/choices/choices.ts'
import { usePublicConfig } from '../public-config.ts'
import { InUniversityLanguage } from '../university-language.tsx'
import { usePlainText } from './use-plain-text.ts'

/**
 * Ranking rules of a programme in the current admission session, or null if it does not rank by
 * merit.
 */
export function useRankingRules(code: string): WireMerit | null {
  return (
    usePublicConfig().publicConfig?.specializations.find(
      (specialization) => specialization.code === code,
    )?.merit ?? null
  )
}

/**
 * Explains how a programme allocates its places: the average, the tie-breakers, and the reserved
 * places.
 */
export function RankingRulesSection({ merit }: { merit: WireMerit }) {
  const { publicConfig } = usePublicConfig()
  const t = usePlainText('admission')
  const form = usePlainText('apply')
  const language = useLanguage()
  if (!publicConfig) return null
  const formulaOptions = {
    language,
    label: (name: string) => gradeLabel(name, publicConfig, language),
  }
  // Nothing is known about the reader.
  const fees = possibleFees(
    { amount: merit.applicationFee, exceptions: merit.feeExceptions ?? [] },
    {},
  )
  const fee = applicationFeeText(form, { from: Math.min(...fees), to: Math.max(...fees) }, language)
  const tieBreakers = tieBreakersInWords(merit, formulaOptions)
  return (
    <section aria-labelledby="merit">
      <h2 id="merit">{t('merit.title')}</h2>
      <p>{t('merit.intro')}</p>
      <p>
        <strong>
          {form('choices.average', { formula: averageInWords(merit.formula, formulaOptions) })}
        </strong>
      </p>
      {tieBreakers.length > 0 ? (
        <p>
          {form('choices.ties', {
            ties: new Intl.ListFormat(language, { type: 'unit' }).format(tieBreakers),
          })}
        </p>
      ) : null}
      {merit.requires === null ? null : (
        <p>
          {form('choices.requires', {
            condition: conditionInWords(merit.requires, formulaOptions),
          })}
        </p>
      )}
      {merit.isDrawn ? null : <p>{t('merit.together')}</p>}
      <ReservedPlaces merit={merit} publicConfig={publicConfig} />
      {fee === null ? null : <p>{fee}</p>}
      <p>{form('choices.intro')}</p>
    </section>
  )
}

function ReservedPlaces({
  merit,
  publicConfig,
}: {
  readonly merit: WireMerit
  readonly publicConfig: WireIntake
}) {
  const t = usePlainText('admission')
  const placeKinds = merit.special.flatMap(({ kind, places }) => {
    const placeKind = publicConfig.merit?.kinds.find(({ id }) => id === kind)
    return placeKind ? [{ ...placeKind, places }] : []
  })
  if (placeKinds.length === 0) return null
  return (
    <>
      <p>{t('merit.special')}</p>
      <dl className="facts">
        {placeKinds.map(({ id, name, places }) => (
          <div key={id}>
            <dt>
              <InUniversityLanguage>{name}</InUniversityLanguage>
            </dt>
            <dd>{t('merit.places', { count: places })}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** Labels of the programme's additional questions and documents, in the page's language. */
export function useProgrammeRequirements(merit: WireMerit | null): readonly string[] {
  const { publicConfig } = usePublicConfig()
  const language = useLanguage()
  const names = new Set(merit?.requirements)
  return (publicConfig?.merit?.questions ?? []).flatMap(({ name, labels }) =>
    names.has(name) ? [labels[language] ?? name] : [],
  )
}
