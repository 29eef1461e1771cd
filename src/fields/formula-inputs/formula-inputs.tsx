/**
 * Inputs of formulas and conditions over the grades of an application: rows of a grade and a
 * number, or the text, which may say more than rows can.
 */

import { createUseTexts } from '@matricola/console/app/create-use-texts.ts'
import type { InputProps } from '@matricola/console/fields/input.ts'
import { numberText } from '@matricola/console/fields/number-text.ts'
import { useInputComponent } from '@matricola/console/fields/use-field-components.ts'
import { translate } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { Button } from '@matricola/console/kit/button.tsx'
import { Input } from '@matricola/console/kit/inputs.tsx'
import { fieldKey } from '@matricola/schema/message-keys.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { applicationGrades } from '#resources/application-grades.ts'
import { registrations } from '#resources/registrations.ts'
import { type FormulaTextName, useFormulaText } from '../formula-texts.tsx'
import { minimumsFormat, type RowFormat, sumOf, weightedSumFormat } from './row-formats.ts'
import { TryRule } from './try-rule.tsx'
import { type FormulaRow, useFormulaRows } from './use-formula-rows.ts'
import { useQuestionLabels } from './use-question-labels.ts'
import './formula-inputs.css'

const useFormulaTexts = createUseTexts('ranking', 'resources', 'pages', 'errors')
const fieldGrades = applicationGrades.map(({ name }) => name)

interface RowsInputProps extends InputProps {
  readonly format: RowFormat
  readonly textName: FormulaTextName
  /** Text keys that differ between formulas and conditions. */
  readonly kind: 'weights' | 'minimums'
  /** Whether the weights have to add up to 100 %. */
  readonly isAverage?: boolean
}

export const formulaInputs = {
  average: (props: InputProps) => (
    <>
      <RowsInput
        {...props}
        format={weightedSumFormat}
        textName="averageInWords"
        kind="weights"
        isAverage
      />
      <TryRule values={{ ...props.values, [props.name]: props.value }} />
    </>
  ),
  tie: (props: InputProps) => (
    <RowsInput {...props} format={weightedSumFormat} textName="tieInWords" kind="weights" />
  ),
  condition: (props: InputProps) => (
    <RowsInput {...props} format={minimumsFormat} textName="conditionInWords" kind="minimums" />
  ),
}

function RowsInput(props: RowsInputProps) {
  const { id, format, kind, disabled, invalid, isAverage = false } = props
  const { t, language } = useFormulaTexts()
  const questions = useQuestionLabels(props.values)
  const gradeNames = [...fieldGrades, ...questions.keys()]
  const describe = useFormulaText(props.textName, questions)
  const PlainInput = useInputComponent(props.spec, undefined)
  const formula = useFormulaRows({
    value: props.value,
    format,
    grades: gradeNames,
    language,
    required: props.required,
    onChange: props.onChange,
  })
  const { rows, complete, isText, text } = formula
  const box = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  // Moves focus into a new row. After a removal, moves it to a neighbouring row, or else to the
  // button that adds rows.
  useEffect(() => {
    if (focused === null) return
    const row = box.current?.querySelector(`[data-row="${focused}"] select`)
    const target = row ?? box.current?.querySelector('.formula-add')
    if (target instanceof HTMLElement) target.focus()
    setFocused(null)
  }, [focused])

  const isUnfinished = complete.length < rows.length
  const percent = (number: number) =>
    new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 12 }).format(
      number / 100,
    )
  const weights = kind === 'weights' ? complete.map(({ number }) => number) : []
  const sum = sumOf(weights)
  const words = describe(text)
  const unfinishedId = `${id}-unfinished`
  const add = () => {
    const rest = sumOf([100, ...weights.map((weight) => -weight)])
    setFocused(formula.addRow(kind === 'weights' && rest > 0 ? numberText(rest, language) : ''))
  }
  const remove = (index: number) => {
    const { key = '' } = rows[index] ?? {}
    formula.removeRow(key)
    setFocused(rows[index + 1]?.key ?? rows[index - 1]?.key ?? '')
  }
  const label = (name: string) =>
    questions.get(name) ?? t(`resources:${fieldKey(registrations, name)}`)

  return (
    <div className="formula-input" ref={box}>
      {isText ? (
        <>
          <PlainInput
            {...props}
            describedBy={[props.describedBy, `${id}-names`].filter(Boolean).join(' ')}
            onChange={(value) => formula.setText(String(value ?? ''))}
          />
          <p className="field-note" id={`${id}-names`}>
            {t(`formula.textHelp.${kind}`, { example: format.example })}{' '}
            {t('formula.names', {
              list: gradeNames.map((name) => `${name} (${label(name)})`).join(', '),
            })}
            {!formula.canBeRows && text !== '' && ` ${t('formula.onlyText')}`}
          </p>
        </>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: the field's label names the group
        <div
          id={id}
          role="group"
          tabIndex={-1}
          aria-labelledby={props.labelId}
          aria-describedby={props.describedBy}
        >
          <ol className="bare-list formula-rows">
            {rows.map((row, index) => (
              <li key={row.key} data-row={row.key} className={`formula-row ${kind}`}>
                <Row
                  row={row}
                  kind={kind}
                  number={index + 1}
                  disabled={disabled}
                  required={props.required}
                  unfinishedId={invalid && isUnfinished ? unfinishedId : undefined}
                  isNumberMissing={
                    formula.numberOf(row) === null && (invalid === true || row.typed !== '')
                  }
                  isGradeMissing={row.name === '' && invalid === true}
                  options={gradeNames
                    .filter(
                      (name) => name === row.name || !rows.some((other) => other.name === name),
                    )
                    .map((name) => ({ name, label: label(name) }))}
                  onChange={(changes) => formula.changeRow(row.key, changes)}
                  onRemove={() => remove(index)}
                />
              </li>
            ))}
          </ol>
        </div>
      )}
      {!isText && isUnfinished && invalid && (
        <p className="field-error" id={unfinishedId}>
          {t('formula.unfinished')}
        </p>
      )}
      <div className="button-row">
        {!isText && rows.length < gradeNames.length && (
          <Button className="formula-add" disabled={disabled} onClick={add}>
            {t(`formula.add.${kind}`)}
          </Button>
        )}
        {isText ? (
          formula.canBeRows && (
            <Button disabled={disabled} onClick={formula.editAsRows}>
              {t('formula.asRows')}
            </Button>
          )
        ) : (
          <Button disabled={disabled} onClick={formula.writeAsText}>
            {t(`formula.asText.${kind}`)}
          </Button>
        )}
      </div>
      {!isText && weights.length > (isAverage ? 0 : 1) && (
        <p className="field-note formula-sum">
          {weights.length > 1
            ? `${weights.map(percent).join(' + ')} = ${percent(sum)}`
            : percent(sum)}
        </p>
      )}
      {!isText && isAverage && !isUnfinished && weights.length > 0 && sum !== 100 && (
        <p className="formula-warning">
          <Icon name="warning" /> {t('formula.notHundred', { hundred: percent(100) })}
        </p>
      )}
      {words !== '' && <p className="field-note">{words}</p>}
    </div>
  )
}

interface RowProps {
  readonly row: FormulaRow
  readonly kind: 'weights' | 'minimums'
  readonly number: number
  readonly options: readonly { readonly name: string; readonly label: string }[]
  readonly disabled: boolean | undefined
  readonly required: boolean
  /** Id of the text that says what to do about unfinished rows. */
  readonly unfinishedId: string | undefined
  readonly isNumberMissing: boolean
  readonly isGradeMissing: boolean
  readonly onChange: (changes: Partial<FormulaRow>) => void
  readonly onRemove: () => void
}

/** One row: a weight and a grade, or a grade and its minimum. */
function Row(props: RowProps): ReactNode {
  const { row, kind, number, disabled, required, unfinishedId, onChange } = props
  const { t } = useFormulaTexts()
  const stateOf = (isMissing: boolean) => ({
    disabled,
    'aria-required': required || undefined,
    'aria-invalid': isMissing || undefined,
    'aria-describedby': isMissing ? unfinishedId : undefined,
  })
  const numberInput = (
    <Input
      {...stateOf(props.isNumberMissing)}
      className="number"
      inputMode="decimal"
      autoComplete="off"
      aria-label={t(`formula.number.${kind}`, { number })}
      value={row.typed}
      onChange={(event) => onChange({ typed: event.target.value })}
    />
  )
  const grade = (
    <select
      {...stateOf(props.isGradeMissing)}
      className="input"
      aria-label={t('formula.grade', { number })}
      value={row.name}
      onChange={(event) => onChange({ name: event.target.value })}
    >
      {row.name === '' && <option value="">{t('pages:fields.choose')}</option>}
      {props.options.map(({ name, label }) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </select>
  )
  return (
    <>
      {kind === 'weights' ? (
        <>
          {numberInput}
          <span aria-hidden="true">% ×</span>
          {grade}
        </>
      ) : (
        <>
          {grade}
          <span className="formula-minimum">
            <span aria-hidden="true">{t('formula.atLeast')}</span>
            {numberInput}
          </span>
        </>
      )}
      <Button
        disabled={disabled}
        aria-label={translate('errors:summary.entry', {
          field: t('pages:form.rows.remove'),
          message: t('formula.row', { number }),
        })}
        onClick={props.onRemove}
      >
        {t('pages:form.rows.remove')}
      </Button>
    </>
  )
}
