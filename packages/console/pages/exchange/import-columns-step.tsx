import { fieldKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { type DayOrder, dayOrders } from '@matricola/schema/values/parse-date.ts'
import type { WireImport } from '@matricola/schema/wire/jobs.ts'
import { useId } from 'react'
import { usePermission } from '../../app/use-permission.ts'
import { dayText } from '../../fields/date-text.ts'
import { isDateLike } from '../../fields/filter-parts.ts'
import { useLanguage } from '../../i18n.ts'
import { Icon } from '../../icons/icon.tsx'
import { Button } from '../../kit/button.tsx'
import { isCreateByFileAllowed } from './access.ts'
import { type ColumnMapping, missingFields, missingKeys, withField } from './column-mapping.ts'
import { ColumnValues } from './column-values.tsx'
import { useExchangeText } from './use-exchange-text.ts'

interface ImportColumnsStepProps {
  readonly resource: AnyResource
  readonly current: WireImport
  readonly isBusy: boolean
  readonly onMap: (mapping: ColumnMapping) => void
  readonly onOrder: (dayOrders: readonly (DayOrder | null)[]) => void
  readonly onCheck: () => void
}

/**
 * Maps the columns of the file to fields: first the fields that still need a column, then every
 * column with its first cells.
 */
export function ImportColumnsStep({
  resource,
  current,
  isBusy,
  onMap,
  onOrder,
  onCheck,
}: ImportColumnsStepProps) {
  const { t } = useExchangeText()
  const { columns, repeats, mapping, fields } = current
  const label = (name: string) => t(`resources:${fieldKey(resource, name)}`)
  const heading = (column: number) =>
    columns[column]?.heading || t('columns.number', { number: column + 1 })
  const isBlocked = missingKeys(current).length > 0
  return (
    <section className="panel import-section" aria-labelledby="import-columns-title">
      <h2 id="import-columns-title" className="section-title" tabIndex={-1} data-step-title>
        {t('columns.title')}
      </h2>
      {current.isMappingReused && (
        <p className="message">
          <Icon name="info" />
          <span>{t('columns.mappingReused')}</span>
        </p>
      )}
      <MissingColumns resource={resource} current={current} onMap={onMap} />
      <table className="plain-table import-columns">
        <thead>
          <tr>
            <th scope="col">{t('columns.theirs')}</th>
            <th scope="col">{t('columns.samples')}</th>
            <th scope="col">{t('columns.ours')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ samples }, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns of one file, which may have equal headings
            <tr key={column}>
              <th scope="row">{heading(column)}</th>
              <td className="import-sample-cells">
                {samples.filter(Boolean).map((sample, row) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: samples may be equal
                  <span key={row}>{sample}</span>
                ))}
              </td>
              <td>
                <select
                  className="select"
                  aria-label={t('columns.fieldOf', { heading: heading(column) })}
                  value={mapping[column] ?? ''}
                  onChange={(event) =>
                    onMap(withField(mapping, column, event.target.value || null))
                  }
                >
                  <option value="">{t('columns.none')}</option>
                  {fields.map(({ name }) => (
                    <option key={name} value={name}>
                      {label(name)}
                    </option>
                  ))}
                </select>
                <RepeatedColumnNote
                  of={repeats[column] ?? null}
                  heading={heading}
                  isMapped={mapping[column] !== null}
                />
                <DayOrderChoice
                  resource={resource}
                  current={current}
                  column={column}
                  heading={heading(column)}
                  onOrder={onOrder}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ColumnValues resource={resource} current={current} />
      <div className="import-actions">
        <Button
          kind="primary"
          aria-disabled={isBlocked || isBusy}
          aria-describedby={isBlocked ? 'import-missing-keys' : undefined}
          onClick={() => !isBlocked && !isBusy && onCheck()}
        >
          {t('columns.continue')}
        </Button>
      </div>
    </section>
  )
}

interface RepeatedColumnNoteProps {
  /** The earlier column that this one repeats; null if there is none. */
  readonly of: number | null
  readonly heading: (column: number) => string
  readonly isMapped: boolean
}

/** Explains why no field was chosen for a column that repeats another. */
function RepeatedColumnNote({ of, heading, isMapped }: RepeatedColumnNoteProps) {
  const { t } = useExchangeText()
  return of === null || isMapped ? null : (
    <p className="caption">{t('columns.repeats', { heading: heading(of) })}</p>
  )
}

interface DayOrderProps extends Pick<ImportColumnsStepProps, 'resource' | 'current' | 'onOrder'> {
  readonly column: number
  readonly heading: string
}

/** Asks whether the dates of a column start with the day or the month, if the cells fit both. */
function DayOrderChoice({ resource, current, column, heading, onOrder }: DayOrderProps) {
  const { t } = useExchangeText()
  const language = useLanguage()
  const noteId = useId()
  const name = current.mapping[column]
  const order = current.dayOrders[column]
  if (!name || !order || !isDateLike(fieldOf(resource, name))) return null
  const isOrderAmbiguous = order === 'either' || order === 'mixed'
  const choose = (chosen: string) =>
    onOrder(
      current.dayOrders.map((_, index) =>
        index === column
          ? (dayOrders.find((dayOrder) => dayOrder === chosen) ?? null)
          : chosenOrder(current, index),
      ),
    )
  return (
    <>
      <select
        className="select"
        aria-label={t('columns.dayOrderOf', { heading })}
        aria-describedby={isOrderAmbiguous ? noteId : undefined}
        value={isOrderAmbiguous ? '' : order}
        onChange={(event) => choose(event.target.value)}
      >
        {isOrderAmbiguous && (
          <option value="" disabled>
            {t('columns.choose')}
          </option>
        )}
        {dayOrders.map((dayOrder) => (
          <option key={dayOrder} value={dayOrder}>
            {t(`columns.dayOrders.${dayOrder}`, {
              date: dayText(dayOrder === 'dayFirst' ? '2026-04-03' : '2026-03-04', language),
            })}
          </option>
        ))}
      </select>
      {isOrderAmbiguous && (
        <p id={noteId} className="message message-warn">
          <Icon name="warning" />
          <span>{t(`columns.dayOrders.${order}`)}</span>
        </p>
      )}
    </>
  )
}

/** Returns the order that was detected or chosen for a column; null if it has to be chosen. */
function chosenOrder({ dayOrders: orders }: WireImport, column: number): DayOrder | null {
  return dayOrders.find((dayOrder) => dayOrder === orders[column]) ?? null
}

type MissingColumnsProps = Pick<ImportColumnsStepProps, 'resource' | 'current' | 'onMap'>

/**
 * Fields that still need a column: first those that identify records, then those that new records
 * require.
 */
function MissingColumns({ resource, current, onMap }: MissingColumnsProps) {
  const { t } = useExchangeText()
  const can = usePermission()
  const keys = missingKeys(current)
  const missing = isCreateByFileAllowed(resource, can) ? missingFields(current) : []
  return (
    <>
      {keys.length > 0 && (
        <div className="message message-error import-missing">
          <Icon name="error" />
          <div>
            <p id="import-missing-keys">{t('columns.missingKey')}</p>
            <MissingFields
              names={keys.map(({ name }) => name)}
              resource={resource}
              current={current}
              onMap={onMap}
            />
          </div>
        </div>
      )}
      {missing.length > 0 && (
        <div className="message message-warn import-missing">
          <Icon name="warning" />
          <div>
            <p>{t('columns.missing')}</p>
            <MissingFields
              names={missing.map(({ name }) => name)}
              resource={resource}
              current={current}
              onMap={onMap}
            />
          </div>
        </div>
      )}
    </>
  )
}

function MissingFields({
  names,
  resource,
  current,
  onMap,
}: MissingColumnsProps & { readonly names: readonly string[] }) {
  const { t } = useExchangeText()
  const { columns, mapping } = current
  const free = columns.flatMap(({ heading }, column) =>
    mapping[column] ? [] : [{ heading, column }],
  )
  return (
    <div className="import-choices">
      {names.map((name) => (
        <label key={name} className="import-choice">
          <span>{t(`resources:${fieldKey(resource, name)}`)}</span>
          <select
            className="select"
            value=""
            onChange={(event) => onMap(withField(mapping, Number(event.target.value), name))}
          >
            <option value="" disabled>
              {t('columns.choose')}
            </option>
            {free.map(({ heading, column }) => (
              <option key={column} value={column}>
                {heading || t('columns.number', { number: column + 1 })}
              </option>
            ))}
          </select>
        </label>
      ))}
    </div>
  )
}
