import { useLanguage, useText } from '@matricola/console/i18n.ts'
import type { WireResult } from '#resources/admission/wire-merit.ts'
import { type AverageGrades, averageInWords, computeAverage, tieInWords } from './average-text.ts'
import './result-explanation.css'

type ChoiceResult = WireResult['choices'][number]

interface ResultExplanationProps {
  readonly result: WireResult
  /**
   * Returns the label of a programme, given the university's name for it, and the language of the
   * label if it is not the page's.
   */
  readonly programmeLabel: (programme: string) => {
    readonly label: string
    readonly lang: string | undefined
  }
}

/**
 * Explains a result to its applicant and to staff: the reason for each choice, and the computation
 * of the average.
 */
export function ResultExplanation({ result, programmeLabel }: ResultExplanationProps) {
  const t = useText('averages')
  const { choices } = result
  const isFirstOfFormula = ({ formula }: ChoiceResult, index: number) =>
    choices.findIndex((candidate) => candidate.formula === formula) === index
  return (
    <div className="explanation">
      {choices.every(({ reason }) => reason === null) ? <p>{t('notStored')}</p> : null}
      <ul>
        {choices.map((choice, index) => (
          <li key={`${choice.number} ${choice.kind}`}>
            <Choice choice={choice} result={result} programmeLabel={programmeLabel} />
            {isFirstOfFormula(choice, index) ? (
              <AverageTerms choice={choice} result={result} />
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Returns a function that names a type of place. */
export function usePlaceKindName() {
  const t = useText('averages')
  return ({ kind, kindName }: Pick<ChoiceResult, 'kind' | 'kindName'>) =>
    kindName ?? t(`kinds.${kind}`)
}

function useAverageText() {
  const language = useLanguage()
  const numbers = new Intl.NumberFormat(language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  return (hundredths: number) => numbers.format(hundredths / 100)
}

function useFormulaTextOptions({ grades }: WireResult) {
  const language = useLanguage()
  return {
    language,
    label: (name: string) => grades.find((grade) => grade.name === name)?.labels[language] ?? name,
  }
}

function Choice({
  choice,
  result,
  programmeLabel,
}: ResultExplanationProps & { readonly choice: ChoiceResult }) {
  const t = useText('averages')
  const kindName = usePlaceKindName()
  const average = useAverageText()
  const { programme, number, position, applicants, waiting, places, isFree, lastAverage } = choice
  const { label, lang } = programmeLabel(programme)
  const reason = useReasonText(result)(choice)
  return (
    <>
      <strong lang={lang}>
        {t('choice', { number, programme: label, kind: kindName(choice) })}
      </strong>
      <p>
        {t('average', { average: average(choice.average), position, applicants })}. {reason}{' '}
        {waiting !== null
          ? t('waiting', { number: waiting })
          : isFree && places > 0
            ? t('free')
            : lastAverage !== null
              ? t('needed', { average: average(lastAverage) })
              : null}
      </p>
    </>
  )
}

/** Returns a function that puts the stored reason for a choice into words. */
function useReasonText(result: WireResult) {
  const t = useText('averages')
  const average = useAverageText()
  const formulaOptions = useFormulaTextOptions(result)
  /** Places that are kept add to the reason, but do not replace it. */
  const withHeld = (text: string, held: number) =>
    held > 0 ? `${text} ${t('heldToo', { count: held })}` : text
  return ({ reason, held, lastAverage, decidedBy, draw }: ChoiceResult): string => {
    switch (reason) {
      case null:
        return ''
      case 'heldAll':
        return t('reasons.heldAll', { count: held })
      case 'higherAverage':
        return withHeld(t('reasons.higherAverage', { average: average(lastAverage ?? 0) }), held)
      case 'tie':
        return withHeld(
          t('reasons.tie', {
            criterion: tieInWords(decidedBy?.formula ?? '', formulaOptions),
            own: average(decidedBy?.own ?? 0),
            last: average(decidedBy?.last ?? 0),
          }),
          held,
        )
      case 'draw':
        return withHeld(
          draw ? `${t('reasons.draw')} ${t('drawNumbers', { ...draw })}` : t('reasons.draw'),
          held,
        )
      default:
        return t(`reasons.${reason}`)
    }
  }
}

/**
 * Terms of the average with the grades inserted. Not shown if a grade has changed since, because
 * the sum would differ.
 */
function AverageTerms({
  choice,
  result,
}: {
  readonly choice: ChoiceResult
  readonly result: WireResult
}) {
  const t = useText('averages')
  const formulaOptions = useFormulaTextOptions(result)
  const average = useAverageText()
  const { formula } = choice
  if (formula === null) return null
  const grades: AverageGrades = Object.fromEntries(
    result.grades.map(({ name, value }) => [name, value]),
  )
  const computed = computeAverage(formula, grades, formulaOptions)
  const isSame = computed !== null && Math.round(computed.average * 100) === choice.average
  const numbers = new Intl.NumberFormat(formulaOptions.language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  })
  return (
    <details>
      <summary>{t('parts')}</summary>
      <p>{averageInWords(formula, formulaOptions)}</p>
      {isSame ? (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('part')}</th>
              <th scope="col">{t('value')}</th>
            </tr>
          </thead>
          <tbody>
            {computed.parts.map(({ formulaText, withValues, value }) => (
              <tr key={formulaText}>
                <td>
                  {formulaText}
                  <span className="explanation-values">{withValues}</span>
                </td>
                <td>{numbers.format(value)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('total')}</th>
              <td>{average(choice.average)}</td>
            </tr>
          </tfoot>
        </table>
      ) : (
        <p>{t('changed')}</p>
      )}
    </details>
  )
}
