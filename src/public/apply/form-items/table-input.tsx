/** The input for a question that is answered with rows of a few values. */
import { translateIssue, useLanguage, useText } from '@matricola/console/i18n.ts'
import { useEffect, useRef } from 'react'
import {
  parseTypedAnswer,
  parseTypedRows,
  validateItemAnswer,
} from '#resources/admission/form-answers.ts'
import type { FormItem } from '#resources/admission/form-content.ts'
import { textIn } from '#resources/admission/translated-name.ts'
import { FieldGroup } from '../../field-group.tsx'
import { FormText, ItemInput, type ItemInputProps } from './item-input.tsx'
import './table-input.css'

interface TableInputProps extends ItemInputProps {
  readonly item: Extract<FormItem, { type: 'table' }>
}

/** Each row is a group of fields, so that it fits on a phone and screen readers name its number. */
export function TableInput(props: TableInputProps) {
  const { item, label, message, universityLanguage, value, onChange } = props
  const t = useText('formItems')
  const language = useLanguage()
  const typed = parseTypedRows(value)
  const rows = typed.length === 0 ? [{}] : typed
  const group = useRef<HTMLDivElement>(null)
  /** Selector of the element that receives the focus once the rows have changed. */
  const nextFocus = useRef('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves with the rows
  useEffect(() => {
    if (nextFocus.current === '') return
    group.current?.querySelector<HTMLElement>(nextFocus.current)?.focus()
    nextFocus.current = ''
  }, [rows.length])
  const issues = message === undefined ? [] : cellIssues(item, value)
  const set = (next: readonly { readonly [column: string]: string }[]) =>
    onChange(
      next.length === 1 && next.flatMap(Object.values).every((text) => text === '')
        ? ''
        : JSON.stringify(next),
    )
  const add = () => {
    nextFocus.current = `[data-row="${rows.length}"] :is(input, select)`
    set([...rows, {}])
  }
  const remove = (index: number) => {
    nextFocus.current = `[data-row="${Math.min(index, rows.length - 2)}"] :is(input, select)`
    set(rows.toSpliced(index, 1))
  }
  return (
    <FieldGroup
      id={item.id}
      name={item.id}
      label={label}
      hint={item.help && <FormText of={item.help} universityLanguage={universityLanguage} />}
      message={issues.length > 0 ? t('cells') : message}
    >
      <div ref={group}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are known by their position only
          <fieldset key={index} className="table-row" data-row={index}>
            <legend>{t('row', { number: index + 1 })}</legend>
            <div className="table-row-cells">
              {item.columns.map((column) => {
                const issue = issues.find(
                  ({ params }) => params?.row === index + 1 && params.column === column.id,
                )
                const words = textIn(column.label, language, universityLanguage)
                return (
                  <ItemInput
                    key={column.id}
                    // A column has what the input of a question of its type needs.
                    item={{ ...column, id: `${item.id}-${index}-${column.id}` } as FormItem}
                    isCompact
                    label={column.required ? words : t('optional', { label: words })}
                    isRequired={column.required}
                    message={issue && translateIssue(issue)}
                    universityLanguage={universityLanguage}
                    value={row[column.id] ?? ''}
                    onChange={(text) =>
                      set(rows.map((one) => (one === row ? { ...one, [column.id]: text } : one)))
                    }
                  />
                )
              })}
            </div>
            {rows.length > 1 && (
              <button type="button" className="button-link" onClick={() => remove(index)}>
                {t('removeRow', { number: index + 1 })}
              </button>
            )}
          </fieldset>
        ))}
        {rows.length < item.rows && (
          <button type="button" className="button" onClick={add}>
            {t('addRow')}
          </button>
        )}
      </div>
    </FieldGroup>
  )
}

/** The issues of single values. */
function cellIssues(item: FormItem, typed: string) {
  const result = validateItemAnswer(item, parseTypedAnswer(item, typed) ?? [])
  return result.ok ? [] : result.issues.filter(({ params }) => params?.row !== undefined)
}
