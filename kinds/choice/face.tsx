import { useTranslation } from 'react-i18next'
import { choiceKey } from '#model/message-keys.ts'
import type { Face, ValueProps } from '#src/fields/face.ts'
import { ChoiceStamp } from '#src/fields/stamp.tsx'
import { ChoiceInput } from './input.tsx'

export const face: Face<'choice'> = { Input: ChoiceInput, Value: Choice }

function Choice({ resource, name, spec, value }: ValueProps<'choice'>) {
  const { t } = useTranslation('resources')
  return <ChoiceStamp option={spec.choices[String(value)]} label={t(choiceKey(resource, name, String(value)))} />
}
