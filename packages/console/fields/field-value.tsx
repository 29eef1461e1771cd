/** Displays of fields, for lists and pages. */

import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { localizedValue } from '@matricola/schema/translations.ts'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../i18n.ts'
import type { FieldValueProps } from './field-type-components.ts'
import { findTargetField } from './target-field.ts'
import { useFieldLanguage } from './university-text.tsx'
import { useValueComponent } from './use-field-components.ts'
import './values.css'

/** The value of a field; a dash if it is empty. */
export function FieldValue({ resource, name, record, isShort = false }: FieldValueProps) {
  const { t } = useTranslation('shell')
  const spec = fieldOf(resource, name)
  const lang = useFieldLanguage(spec)
  const { display, cell = display } = spec.options
  const Value = useValueComponent(spec, isShort ? cell : display)
  const { value, isOriginal } = localizedValue(resource, record, name, useLanguage())
  if (
    value === null ||
    value === undefined ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  ) {
    return (
      <span className="no-value">
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">{t('noValue')}</span>
      </span>
    )
  }
  const target = findTargetField(resource, spec, record)
  if (target)
    return (
      <FieldValue
        resource={target.resource}
        name={target.name}
        record={{ ...record, [target.name]: value }}
      />
    )
  const content = (
    <Value
      resource={resource}
      name={name}
      record={record}
      spec={spec}
      value={value}
      isShort={isShort}
    />
  )
  return isOriginal && lang !== undefined ? <span lang={lang}>{content}</span> : content
}
