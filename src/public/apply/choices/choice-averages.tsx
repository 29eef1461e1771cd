import { useLanguage, useText } from '@matricola/console/i18n.ts'
import type { WireMerit } from '#resources/admission/wire-merit.ts'
import { useAverages } from '../../../averages/use-averages.ts'
import type { StepProps } from '../steps/step-props.ts'
import {
  choicesToSubmit,
  chosenRankingRules,
  findProgramme,
  gradeLabel,
  parseEnteredGrade,
  typedGrade,
} from './choices.ts'

/**
 * Shows how the average of each choice is computed, and its value based on the grades entered so
 * far. Choices with the same formula share one entry.
 */
export function ChoiceAverages({ stepProps: { draft, publicConfig } }: { stepProps: StepProps }) {
  const t = useText('apply')
  const language = useLanguage()
  const merits = chosenRankingRules(draft.values, publicConfig)
  const averages = useAverages(merits.length > 0)
  if (!averages || merits.length === 0) return null
  const formulaOptions = {
    language,
    label: (grade: string) => gradeLabel(grade, publicConfig, language),
  }
  const numbers = new Intl.NumberFormat(language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  const list = (texts: readonly string[]) =>
    new Intl.ListFormat(language, { type: 'unit' }).format(texts)
  const grades = Object.fromEntries(
    merits
      .flatMap(({ requiredGrades: grades }) => grades)
      .map((name) => {
        const grade = parseEnteredGrade(typedGrade(draft.values, name))
        return [name, Number.isNaN(grade) ? null : grade]
      }),
  )
  const ruleKeyOf = ({ formula, ties, isDrawn, requires }: WireMerit) =>
    JSON.stringify({ formula, ties, isDrawn, requires })
  const rules = [...new Set(merits.map(ruleKeyOf))]
  const numbersOf = (ruleKey: string) =>
    choicesToSubmit(draft.values, publicConfig).flatMap(({ specializationId }, index) => {
      const merit = findProgramme(publicConfig, specializationId)?.merit
      return merit && ruleKeyOf(merit) === ruleKey
        ? [t('choices.number', { number: index + 1 })]
        : []
    })
  return (
    <section aria-labelledby="averages">
      <h2 id="averages" className="apply-section">
        {t('choices.averages')}
      </h2>
      {rules.map((rule) => {
        const merit: Pick<WireMerit, 'formula' | 'ties' | 'isDrawn' | 'requires'> = JSON.parse(rule)
        const { formula, requires } = merit
        const tieBreakers = averages.tieBreakersInWords(merit, formulaOptions)
        const computed = averages.computeAverage(formula, grades, formulaOptions)
        return (
          <div key={rule} className="choice-average">
            {rules.length > 1 ? <p className="choice-average-of">{list(numbersOf(rule))}</p> : null}
            <p>
              {t('choices.average', { formula: averages.averageInWords(formula, formulaOptions) })}
            </p>
            {tieBreakers.length > 0 ? (
              <p>{t('choices.ties', { ties: list(tieBreakers) })}</p>
            ) : null}
            {requires === null ? null : (
              <p>
                {t('choices.requires', {
                  condition: averages.conditionInWords(requires, formulaOptions),
                })}
              </p>
            )}
            {computed ? (
              <p>
                <strong>{t('choices.yours', { average: numbers.format(computed.average) })}</strong>
              </p>
            ) : null}
          </div>
        )
      })}
    </section>
  )
}
