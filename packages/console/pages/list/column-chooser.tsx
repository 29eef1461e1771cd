import type { AnyResource } from '@matricola/schema/resource.ts'
import {
  columnWidths,
  formatColumn,
  type ListColumn,
  parseColumn,
} from '@matricola/schema/wire/list-columns.ts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../app/user-context.ts'
import { Checkbox, Radio } from '../../kit/checks.tsx'
import { columnFields, defaultColumns, visibleColumns } from './columns.ts'
import { GroupedFields } from './grouped-fields.tsx'
import { joinFieldLabels } from './join-field-labels.ts'
import { densities, type Preferences } from './preferences.ts'
import './list.css'

interface ColumnChooserProps {
  readonly resource: AnyResource
  readonly known: readonly string[]
  readonly preferences: Preferences
  readonly onPreferencesChange: (patch: Partial<Preferences>) => void
}

/**
 * Chooses the columns of the table, their widths and the row height. The first column cannot be
 * hidden.
 */
export function ColumnChooser({
  resource,
  known: available,
  preferences,
  onPreferencesChange,
}: ColumnChooserProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const { role } = useUser()
  const group = useId()
  const shownColumns = new Map(
    preferences.columns.map(parseColumn).map((column) => [column.name, column]),
  )
  /** Adds a column in the order of the declaration, or removes it if `column` is null. */
  const change = (name: string, column: ListColumn | null) =>
    onPreferencesChange({
      columns: available
        .map((each) => (each === name ? column : shownColumns.get(each)))
        .flatMap((each) => (each ? [formatColumn(each)] : [])),
    })
  const columns = visibleColumns(resource, available)
  const label = (name: string) => joinFieldLabels(resource, columnFields(resource, name), t)
  return (
    <>
      <fieldset className="panel-group">
        <legend>{t('shell:list.columns')}</legend>
        <GroupedFields resource={resource} names={columns} label={label}>
          {(name) => (
            <div className="column-choice">
              <Checkbox
                checked={name === columns[0] || shownColumns.has(name)}
                disabled={name === columns[0]}
                onChange={() => change(name, shownColumns.has(name) ? null : { name, width: null })}
              >
                {label(name)}
              </Checkbox>
              {(name === columns[0] || shownColumns.has(name)) && (
                <select
                  className="input"
                  aria-label={t('shell:list.widthOf', { field: label(name) })}
                  value={shownColumns.get(name)?.width ?? ''}
                  onChange={(event) =>
                    change(name, {
                      name,
                      width: columnWidths.find((width) => width === event.target.value) ?? null,
                    })
                  }
                >
                  <option value="">{t('shell:list.widths.content')}</option>
                  {columnWidths.map((width) => (
                    <option key={width} value={width}>
                      {t(`shell:list.widths.${width}`)}
                    </option>
                  ))}
                </select>
              )}
            </div>
          )}
        </GroupedFields>
        <button
          type="button"
          className="button-link"
          onClick={() => onPreferencesChange({ columns: defaultColumns(resource, role) })}
        >
          {t('shell:list.resetColumns')}
        </button>
      </fieldset>
      <fieldset className="panel-group">
        <legend>{t('shell:list.density')}</legend>
        {densities.map((density) => (
          <Radio
            key={density}
            name={group}
            checked={density === preferences.density}
            onChange={() => onPreferencesChange({ density })}
          >
            {t(`shell:list.densities.${density}`)}
          </Radio>
        ))}
      </fieldset>
    </>
  )
}
