import { ChoiceBadge } from '@matricola/console/fields/choice-badge.tsx'
import type {
  FieldTypeComponents,
  ValueProps,
} from '@matricola/console/fields/field-type-components.ts'
import { useTranslation } from 'react-i18next'
import { choiceKey } from '../../message-keys.ts'
import { ChoiceInput } from './input.tsx'

export const components: FieldTypeComponents<'choice'> = { Input: ChoiceInput, Value: Choice }

function Choice({ resource, name, spec, value }: ValueProps<'choice'>) {
  const { t } = useTranslation('resources')
  return (
    <ChoiceBadge
      option={spec.choices[String(value)]}
      label={t(choiceKey(resource, name, String(value)))}
    />
  )
}
