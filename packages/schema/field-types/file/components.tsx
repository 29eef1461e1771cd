import { useTranslation } from 'react-i18next'
import { ApiLink } from '#packages/console/fields/api-link.tsx'
import type { FieldTypeComponents, ValueProps } from '#packages/console/fields/field-type-components.ts'
import { UploadInput } from '#packages/console/fields/upload-input.tsx'

export const components: FieldTypeComponents<'file'> = { Input: UploadInput, Value: FileLink }

function FileLink({ value }: ValueProps<'file'>) {
  const { t } = useTranslation('shell')
  return (
    <ApiLink path={String(value)} target="_blank" rel="noreferrer">
      {t('openFile')}
    </ApiLink>
  )
}
