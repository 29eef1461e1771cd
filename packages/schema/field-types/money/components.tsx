import type { FieldTypeComponents } from '@matricola/console/fields/field-type-components.ts'
import { NumberInput } from '@matricola/console/fields/number-input.tsx'
import { moneyDisplay } from '@matricola/console/fields/number-text.ts'
import { currentLanguage } from '@matricola/console/i18n.ts'
import { currencyOf } from '../../currency.ts'

export const components: FieldTypeComponents<'money'> = {
  Input: (props) => (
    <NumberInput {...props} unit={currencyOf(props.resource, props.spec, props.values)} />
  ),
  Value: ({ value, resource, spec, record }) => (
    <span className="nowrap">
      {moneyDisplay(Number(value), currentLanguage(), currencyOf(resource, spec, record))}
    </span>
  ),
}
