import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf, sectionFields } from '@matricola/schema/resource-fields.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { Link } from 'react-router'
import { usePageText } from '../../fields/page-text.ts'
import { Button } from '../../kit/button.tsx'
import { ShownValue } from '../../pages/show/changed-value.tsx'

interface NonDefaultSettingsProps {
  readonly resource: AnyResource
  readonly record: WireRecord
  readonly onRestore: (field: string, value: unknown) => void
}

/**
 * Lists settings that differ from their defaults, with buttons to restore the defaults. This helps
 * to compare two universities.
 */
export function NonDefaultSettings({ resource, record, onRestore }: NonDefaultSettingsProps) {
  const { t } = usePageText()
  const nonDefault = Object.entries(resource.sections).flatMap(([section, rows]) =>
    sectionFields(rows).flatMap((name) => {
      const { options } = fieldOf(resource, name)
      if (
        !('default' in options) ||
        options.default === undefined ||
        options.default === record[name]
      )
        return []
      return [{ section, name, defaultValue: options.default }]
    }),
  )
  if (nonDefault.length === 0) return <p>{t('settings:different.none')}</p>
  return (
    <div className="panel table-box">
      <table className="plain-table stack-on-narrow">
        <caption className="visually-hidden">{t('settings:different.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('settings:different.setting')}</th>
            <th scope="col">{t('settings:different.now')}</th>
            <th scope="col">{t('settings:different.usual')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('settings:different.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {nonDefault.map(({ section, name, defaultValue }) => {
            const label = t(`resources:${resource.name}.fields.${name}`)
            return (
              <tr key={name}>
                <th scope="row">
                  <Link to={{ search: '', hash: section }}>{label}</Link>
                </th>
                <td data-label={t('settings:different.now')}>
                  <ShownValue resource={resource} field={name} value={record[name]} />
                </td>
                <td data-label={t('settings:different.usual')}>
                  <ShownValue resource={resource} field={name} value={defaultValue} />
                </td>
                <td>
                  <Button onClick={() => onRestore(name, defaultValue)}>
                    {t('settings:different.restore')}{' '}
                    <span className="visually-hidden">{label}</span>
                  </Button>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
