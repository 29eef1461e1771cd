import { ApiLink } from '@matricola/console/fields/api-link.tsx'
import type {
  FieldTypeComponents,
  ValueProps,
} from '@matricola/console/fields/field-type-components.ts'
import { UploadInput } from '@matricola/console/fields/upload-input.tsx'
import { useTranslation } from 'react-i18next'

export const components: FieldTypeComponents<'file'> = { Input: UploadInput, Value: FileLink }

function FileLink({ value }: ValueProps<'file'>) {
  const { t } = useTranslation('shell')
  return (
    <ApiLink path={String(value)} target="_blank" rel="noreferrer">
      {t('openFile')}
    </ApiLink>
  )
}
