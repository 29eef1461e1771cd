import type {
  FieldTypeComponents,
  ValueProps,
} from '@matricola/console/fields/field-type-components.ts'
import { useTranslation } from 'react-i18next'
import { BooleanInput } from './input.tsx'

export const components: FieldTypeComponents<'boolean'> = { Input: BooleanInput, Value: YesNo }

function YesNo({ value, spec }: ValueProps<'boolean'>) {
  const { t } = useTranslation('shell')
  if (spec.options.hideFalse && !value) return null
  return (
    <span className={value ? 'dot dot-active nowrap' : 'dot nowrap'}>
      {t(value ? 'yes' : 'no')}
    </span>
  )
}
