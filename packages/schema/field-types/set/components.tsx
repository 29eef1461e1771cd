import type {
  FieldTypeComponents,
  ValueProps,
} from '@matricola/console/fields/field-type-components.ts'
import { useTranslation } from 'react-i18next'
import { choiceKey } from '../../message-keys.ts'
import { SetInput } from './input.tsx'

export const components: FieldTypeComponents<'set'> = { Input: SetInput, Value: ChoiceSet }

function ChoiceSet({ resource, name, value }: ValueProps<'set'>) {
  const { t } = useTranslation('resources')
  return (value as readonly string[])
    .map((choice) => t(choiceKey(resource, name, choice)))
    .join(', ') // an array of words on the wire
}
