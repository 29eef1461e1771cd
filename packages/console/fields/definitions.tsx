import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldValue } from './field-value.tsx'

interface DefinitionsProps {
  readonly resource: AnyResource
  readonly record: WireRecord
  readonly names: readonly string[]
  /** Content next to a value, such as a button. */
  readonly aside?: (name: string) => ReactNode
}

/** Fields of a record with their labels, one per row. */
export function Definitions({ resource, record, names, aside }: DefinitionsProps) {
  const { t } = useTranslation('resources')
  return (
    <dl className="definitions">
      {names.map((name) => (
        <div key={name} className="definition-row">
          <dt>{t(`resources:${resource.name}.fields.${name}`)}</dt>
          <dd>
            {aside ? (
              <>
                <span>
                  <FieldValue resource={resource} name={name} record={record} />
                </span>
                {aside(name)}
              </>
            ) : (
              <FieldValue resource={resource} name={name} record={record} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
