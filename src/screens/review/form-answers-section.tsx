import { countryName } from '@matricola/console/countries.ts'
import { formatNumericDate } from '@matricola/console/fields/date-text.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { useUniversityLanguage } from '@matricola/console/fields/university-text.tsx'
import { numberFormat } from '@matricola/schema/values/intl-formats.ts'
import type { ReactNode } from 'react'
import { parseTypedAnswer, type TableRow, tableText } from '#resources/admission/form-answers.ts'
import type { FormColumn, FormItem } from '#resources/admission/form-content.ts'
import { textIn } from '#resources/admission/translated-name.ts'
import type { RequestedChange } from '#resources/admission/wire.ts'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { ChangeNote } from './change-note.tsx'
import { FlagButton, FlagNote } from './flag.tsx'
import { registrationsResource } from './registration.ts'

interface FormAnswersSectionProps {
  readonly record: WireRegistration
  readonly requested: readonly RequestedChange[]
  readonly flags: { readonly [field: string]: string }
  readonly canFlag: boolean
  readonly onFlag: (field: string) => void
  readonly onNote: (field: string, note: string) => void
}

/**
 * Answers to the university's own questions, with the words of the version that was sent, and the
 * questions that can also be asked.
 */
export function FormAnswersSection({ record, ...flagging }: FormAnswersSectionProps) {
  const { t, language } = usePageText()
  const fallback = useUniversityLanguage() ?? language
  const { unansweredItems } = record
  // Documents are shown next to the data; here, only what was requested of them.
  const formAnswers = record.formAnswers.filter(
    ({ id, type }) => type !== 'file' || flagging.requested.some(({ field }) => field === id),
  )
  const nameOf = (id: string) => record.documents.find(({ document }) => document === id)?.name
  if (formAnswers.length + unansweredItems.length === 0) return null
  return (
    <section className="panel review-section" aria-labelledby="review-form-answers">
      <h2 id="review-form-answers" className="section-title">
        {t(`resources:${registrationsResource.name}.fields.answers`)}
      </h2>
      <dl className="review-rows">
        {formAnswers.map(({ id, type, label, answer, options, columns }) => (
          <ItemRow key={id} id={id} label={textIn(label, language, fallback)} {...flagging}>
            {columns ? (
              <AnswerTable columns={columns} rows={answer as readonly TableRow[]} />
            ) : (
              <span className="long-text">
                {options
                  ? options.map((option) => textIn(option, language, fallback)).join(', ')
                  : answerText(t, type, nameOf(id) ?? answer, language)}
              </span>
            )}
          </ItemRow>
        ))}
      </dl>
      {flagging.canFlag && unansweredItems.length > 0 && (
        <details>
          <summary>{t('review:unanswered', { count: unansweredItems.length })}</summary>
          <dl className="review-rows">
            {unansweredItems.map(({ id, label }) => (
              <ItemRow key={id} id={id} label={textIn(label, language, fallback)} {...flagging} />
            ))}
          </dl>
        </details>
      )}
    </section>
  )
}

interface AnswerTableProps {
  readonly columns: readonly FormColumn[]
  readonly rows: readonly TableRow[]
}

function AnswerTable({ columns, rows }: AnswerTableProps) {
  const { language } = usePageText()
  const fallback = useUniversityLanguage() ?? language
  const valueText = useColumnText()
  return (
    <div className="review-answer-table">
      <table>
        <thead>
          <tr>
            {columns.map(({ id, label }) => (
              <th key={id} scope="col">
                {textIn(label, language, fallback)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids and do not change here
            <tr key={index}>
              {columns.map((column) => (
                <td key={column.id}>{valueText(column, row[column.id])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Returns a function that says a value in a column of a table. */
function useColumnText() {
  const { t, language } = usePageText()
  const fallback = useUniversityLanguage() ?? language
  return (column: FormColumn, value: unknown): string => {
    if (value === undefined) return ''
    if (!('options' in column)) return answerText(t, column.type, value, language)
    const option = column.options.find(({ id }) => id === value)
    return option ? textIn(option.label, language, fallback) : ''
  }
}

interface ItemRowProps extends Omit<FormAnswersSectionProps, 'record'> {
  readonly id: string
  readonly label: string
  readonly children?: ReactNode
}

/** A question with its answer, the requested change, and the button that flags it. */
function ItemRow({ id, label, requested, flags, canFlag, onFlag, onNote, children }: ItemRowProps) {
  const { t, language } = usePageText()
  const fallback = useUniversityLanguage() ?? language
  const change = requested.find(({ field }) => field === id)
  const note = canFlag ? flags[id] : undefined
  const columnText = useColumnText()
  const before = (item: FormItem, typed: string) => {
    if (item.type === 'table')
      return tableText(
        item.columns,
        (parseTypedAnswer(item, typed) ?? []) as readonly TableRow[],
        columnText,
      )
    if ('options' in item)
      return item.options
        .filter((option) => typed.split(' ').includes(option.id))
        .map((option) => textIn(option.label, language, fallback))
        .join(', ')
    return answerText(t, item.type, parseTypedAnswer(item, typed) ?? '', language)
  }
  return (
    <div
      className={
        note !== undefined ? 'review-row flagged' : change ? 'review-row changed' : 'review-row'
      }
      data-field={id}
    >
      <dt>{label}</dt>
      <dd>
        {children}
        {change?.item && (
          <ChangeNote change={change} before={before(change.item, change.oldValue ?? '')} />
        )}
        {note !== undefined && (
          <FlagNote label={label} note={note} onChange={(text) => onNote(id, text)} />
        )}
      </dd>
      <dd className="review-flag">
        {canFlag && (
          <FlagButton label={label} isOn={note !== undefined} onClick={() => onFlag(id)} />
        )}
      </dd>
    </div>
  )
}

function answerText(
  t: ReturnType<typeof usePageText>['t'],
  type: string,
  answer: unknown,
  language: string,
): string {
  if (type === 'declaration' && answer === true) return t('formItems:confirmed')
  if (typeof answer === 'boolean') return t(answer ? 'shell:yes' : 'shell:no')
  // A whole number can be a year.
  if (typeof answer === 'number')
    return numberFormat(language, { useGrouping: type !== 'integer' }).format(answer)
  if (type === 'date') return formatNumericDate(String(answer), language)
  return type === 'country' ? countryName(String(answer), language) : String(answer)
}
