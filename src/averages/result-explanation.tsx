import { useLanguage, useText } from '@matricola/console/i18n.ts'
import type { WireResult } from '#resources/admission/wire-merit.ts'
import {
  type AverageGrades,
  averageInWords,
  checkConditionText,
  computeAverage,
  conditionInWords,
  tieInWords,
} from './average-text.ts'
import { DrawSteps } from './draw-steps.tsx'
import './result-explanation.css'

type ChoiceResult = WireResult['choices'][number]

interface ResultExplanationProps {
  readonly result: WireResult
  /** Reference number of the application, with which the draw can be repeated. */
  readonly reference: string
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
export function ResultExplanation(props: ResultExplanationProps) {
  const t = useText('averages')
  const { result } = props
  const { choices, ineligible } = result
  const isFirstOfFormula = ({ formula }: ChoiceResult, index: number) =>
    choices.findIndex((candidate) => candidate.formula === formula) === index
  const items = [
    ...choices.map((choice, index) => ({
      key: `${choice.number} ${choice.kind}`,
      number: choice.number,
      content: (
        <>
          <Choice choice={choice} {...props} />
          {isFirstOfFormula(choice, index) ? (
            <AverageTerms choice={choice} result={result} />
          ) : null}
        </>
      ),
    })),
    ...ineligible.map((choice) => ({
      key: String(choice.number),
      number: choice.number,
      content: <FailedCondition choice={choice} {...props} />,
    })),
  ].toSorted((a, b) => a.number - b.number)
  return (
    <div className="explanation">
      <MissingParts result={result} />
      {choices.length > 0 && choices.every(({ reason }) => reason === null) ? (
        <p>{t('notStored')}</p>
      ) : null}
      <ul>
        {items.map(({ key, content }) => (
          <li key={key}>{content}</li>
        ))}
      </ul>
    </div>
  )
}

/** Names what an application lacks that was not ranked, or only for the place that it keeps. */
function MissingParts({ result: { choices, missing } }: { readonly result: WireResult }) {
  const t = useText('averages')
  const language = useLanguage()
  const names = missing.flatMap(({ name, labels }) =>
    // The explanation of each choice names its condition.
    name === 'notEligible' ? [] : [labels[language] ?? name],
  )
  if (names.length === 0) return null
  const list = new Intl.ListFormat(language, { type: 'conjunction' }).format(names)
  return <p>{t(choices.length > 0 ? 'othersNotRanked' : 'notRanked', { list })}</p>
}

/** A choice that is not ranked, because the applicant does not meet its condition. */
function FailedCondition({
  choice: { number, programme, requires },
  result,
  programmeLabel,
}: ResultExplanationProps & { readonly choice: WireResult['ineligible'][number] }) {
  const t = useText('averages')
  const formulaOptions = useFormulaTextOptions(result)
  const { label, lang } = programmeLabel(programme)
  const check = checkConditionText(requires, gradesOf(result))
  const grades = new Intl.NumberFormat(formulaOptions.language, { maximumFractionDigits: 2 })
  const ownGrades = check.grades.flatMap(({ name, value }) =>
    value === null ? [] : [`${formulaOptions.label(name)} ${grades.format(value)}`],
  )
  return (
    <>
      <strong lang={lang}>{t('choiceOf', { number, programme: label })}</strong>
      <p>
        {t('reasons.notEligible', { condition: conditionInWords(requires, formulaOptions) })}{' '}
        {ownGrades.length > 0
          ? t('ownGrades', {
              grades: new Intl.ListFormat(formulaOptions.language, { type: 'unit' }).format(
                ownGrades,
              ),
            })
          : null}{' '}
        {check.isMet ? t('conditionMet') : null}
      </p>
    </>
  )
}

const gradesOf = ({ grades }: WireResult): AverageGrades =>
  Object.fromEntries(grades.map(({ name, value }) => [name, value]))

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
  reference,
  programmeLabel,
}: ResultExplanationProps & { readonly choice: ChoiceResult }) {
  const t = useText('averages')
  const kindName = usePlaceKindName()
  const average = useAverageText()
  const { programme, number, waiting, places, isFree, lastAverage } = choice
  const { ties, draw, reason: reasonCode } = choice
  const { label, lang } = programmeLabel(programme)
  return (
    <>
      <strong lang={lang}>
        {t('choice', { number, programme: label, kind: kindName(choice) })}
      </strong>
      <p>
        <ChoiceReasonText choice={choice} result={result} />{' '}
        {waiting !== null
          ? t('waiting', { number: waiting })
          : isFree && places > 0
            ? t('free')
            : lastAverage !== null
              ? t('needed', { average: average(lastAverage) })
              : null}
      </p>
      {ties.length > 1 ? <ComparedTies choice={choice} result={result} /> : null}
      {draw ? <DrawSteps example={reference} /> : null}
      {waiting !== null && reasonCode !== null ? <PlacesBar choice={choice} /> : null}
    </>
  )
}

/** The applicant's average for a choice, the position, and the reason of the result. */
export function ChoiceReasonText({
  choice,
  result,
}: {
  readonly choice: ChoiceResult
  readonly result: WireResult
}) {
  const t = useText('averages')
  const average = useAverageText()
  const reason = useReasonText(result)(choice)
  const { position, applicants } = choice
  return (
    <>
      {t('average', { average: average(choice.average), position, applicants })}. {reason}
    </>
  )
}

/** The values of all tie-breakers up to the one that decided. */
function ComparedTies({
  choice: { average: own, ties },
  result,
}: {
  readonly choice: ChoiceResult
  readonly result: WireResult
}) {
  const t = useText('averages')
  const average = useAverageText()
  const formulaOptions = useFormulaTextOptions(result)
  const rows = [
    { name: t('admissionAverage'), own, last: own },
    ...ties.map((tie) => ({ ...tie, name: tieInWords(tie.formula, formulaOptions) })),
  ]
  return (
    <table className="explanation-ties">
      <thead>
        <tr>
          <th scope="col">{t('criterion')}</th>
          <th scope="col">{t('own')}</th>
          <th scope="col">{t('last')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            <td>{average(row.own)}</td>
            <td>{average(row.last)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** How many places are kept, as a bar with the same numbers in words below. */
function PlacesBar({ choice: { held, admitted, places } }: { readonly choice: ChoiceResult }) {
  const t = useText('averages')
  const parts = (
    [
      { name: 'held', count: held },
      { name: 'admitted', count: admitted },
      { name: 'left', count: places - held - admitted },
    ] as const
  ).filter(({ count }) => count > 0)
  if (held === 0) return null
  return (
    <div className="explanation-places">
      <div className="explanation-bar" aria-hidden="true">
        {parts.map(({ name, count }) => (
          <span key={name} data-part={name} style={{ flexGrow: count }} />
        ))}
      </div>
      <p className="explanation-legend">
        {parts.map(({ name, count }) => (
          <span key={name} data-part={name}>
            {t(`places.${name}`, { count })}
          </span>
        ))}
      </p>
    </div>
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
  return ({ reason, held, lastAverage, ties, draw }: ChoiceResult): string => {
    switch (reason) {
      case null:
        return ''
      case 'heldAll':
        return t('reasons.heldAll', { count: held })
      case 'higherAverage':
        return withHeld(t('reasons.higherAverage', { average: average(lastAverage ?? 0) }), held)
      case 'tie': {
        const { formula = '', own = 0, last = 0 } = ties.at(-1) ?? {}
        return withHeld(
          t('reasons.tie', {
            criterion: tieInWords(formula, formulaOptions),
            own: average(own),
            last: average(last),
          }),
          held,
        )
      }
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
  const computed = computeAverage(formula, gradesOf(result), formulaOptions)
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
