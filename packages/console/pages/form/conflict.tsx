import { fieldKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useEffect, useRef, useState } from 'react'
import { FieldValue } from '../../fields/field-value.tsx'
import { usePageText } from '../../fields/page-text.ts'
import { translate } from '../../i18n.ts'
import { Button } from '../../kit/button.tsx'
import { Radio } from '../../kit/checks.tsx'
import { differences, type FormValues, isSameValue, mergeChanges, valuesOf } from './form-values.ts'
import type { FormState } from './use-form-state.ts'

interface ConflictProps {
  readonly resource: AnyResource
  readonly state: FormState
  /** The record as another user has saved it in the meantime. */
  readonly current: WireRecord
  /** Continues with these values on top of the newer record. */
  readonly onMerge: (values: FormValues) => void
  readonly onDiscard: () => void
}

/**
 * Compares both sets of changes field by field. Changes made on one side only are merged; for the
 * others the user chooses.
 */
export function Conflict({ resource, state, current, onMerge, onDiscard }: ConflictProps) {
  const { t } = usePageText()
  const [choices, setChoices] = useState<{ readonly [field: string]: 'mine' | 'theirs' }>({})
  const heading = useRef<HTMLHeadingElement>(null)
  // This replaces the form, including the control that had focus.
  useEffect(() => heading.current?.focus(), [])
  const theirs = valuesOf(resource, current)
  const rows = differences(resource, state.base, state.values, theirs).filter(
    (row) => resource.fields[row.field]?.options.computed === undefined,
  )
  const open = rows.filter((row) => row.conflict)
  const isSettled = open.every((row) => choices[row.field] !== undefined)
  const mineRecord = {
    ...current,
    ...state.values,
    _titles: { ...current._titles, ...state.titles },
  }
  const baseRecord = { ...current, ...state.base, _titles: { ...current._titles, ...state.titles } }

  return (
    <section className="conflict" aria-labelledby="conflict-title">
      <h2 ref={heading} id="conflict-title" tabIndex={-1}>
        {t('form.conflict.title')}
      </h2>
      <p>
        {t(open.length === 0 ? 'form.conflict.disjoint' : 'form.conflict.choose', {
          count: open.length,
        })}
      </p>
      <div className="table-box">
        <table className="plain-table side-by-side stack-on-narrow">
          <thead>
            <tr>
              <th scope="col">{t('form.conflict.field')}</th>
              <th scope="col">{t('form.conflict.base')}</th>
              <th scope="col">{t('form.conflict.mine')}</th>
              <th scope="col">{t('form.conflict.theirs')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const label = t(`resources:${fieldKey(resource, row.field)}`)
              const sides = [
                ['mine', mineRecord, row.mine],
                ['theirs', current, row.theirs],
              ] as const
              return (
                <tr key={row.field}>
                  <th scope="row">{label}</th>
                  <td data-label={t('form.conflict.base')}>
                    <FieldValue resource={resource} name={row.field} record={baseRecord} />
                  </td>
                  {sides.map(([side, record, value]) => (
                    <td
                      key={side}
                      className={isSameValue(row.base, value) ? 'unchanged' : 'changed'}
                      data-label={t(`form.conflict.${side}`)}
                    >
                      {row.conflict ? (
                        <Radio
                          name={`conflict-${row.field}`}
                          aria-label={translate('errors:summary.entry', {
                            field: label,
                            message: t(`form.conflict.${side}`),
                          })}
                          checked={choices[row.field] === side}
                          onChange={() => setChoices({ ...choices, [row.field]: side })}
                        >
                          <FieldValue resource={resource} name={row.field} record={record} />
                        </Radio>
                      ) : (
                        <FieldValue resource={resource} name={row.field} record={record} />
                      )}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <div className="button-row">
        <Button
          kind="primary"
          disabled={!isSettled}
          onClick={() => onMerge(mergeChanges(rows, theirs, choices))}
        >
          {t(open.length === 0 ? 'form.conflict.saveBoth' : 'form.conflict.saveChosen')}
        </Button>
        <Button onClick={onDiscard}>{t('form.conflict.discard')}</Button>
      </div>
    </section>
  )
}
