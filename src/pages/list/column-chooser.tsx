import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldKey } from '#model/message-keys.ts'
import type { AnyResource } from '#model/resource.ts'
import { usePerson } from '#src/console/person.ts'
import { defaultColumns, fieldsOf, shownColumns } from './columns.ts'
import { densities, type Preferences } from './preferences.ts'

interface ColumnChooserProps {
  readonly resource: AnyResource
  readonly known: readonly string[]
  readonly preferences: Preferences
  readonly onPrefer: (part: Partial<Preferences>) => void
}

/** Which columns the table shows, in the declaration's order, and how high its rows are. The first column always stays. */
export function ColumnChooser({ resource, known, preferences, onPrefer }: ColumnChooserProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const { role } = usePerson()
  const group = useId()
  const shown = preferences.columns
  const toggle = (name: string) =>
    onPrefer({ columns: known.filter((each) => (each === name ? !shown.includes(name) : shown.includes(each))) })
  return (
    <>
      <fieldset className="panel-group">
        <legend>{t('shell:list.columns')}</legend>
        {shownColumns(resource, known).map((name, index) => (
          <label key={name} className="panel-check">
            <input type="checkbox" checked={index === 0 || shown.includes(name)} disabled={index === 0} onChange={() => toggle(name)} />
            {fieldsOf(resource, name)
              .map((field) => t(`resources:${fieldKey(resource, field)}`))
              .join(', ')}
          </label>
        ))}
        <button type="button" className="button-link" onClick={() => onPrefer({ columns: defaultColumns(resource, role) })}>
          {t('shell:list.resetColumns')}
        </button>
      </fieldset>
      <fieldset className="panel-group">
        <legend>{t('shell:list.density')}</legend>
        {densities.map((density) => (
          <label key={density} className="panel-check">
            <input type="radio" name={group} checked={density === preferences.density} onChange={() => onPrefer({ density })} />
            {t(`shell:list.densities.${density}`)}
          </label>
        ))}
      </fieldset>
    </>
  )
}
