/** The options of a question or of a column of a table. */
import { Icon } from '@matricola/console/icons/icon.tsx'
import { type FormItem, formLimits } from '#resources/admission/form-content.ts'
import { createPartId, withText } from './content-edits.ts'
import { FormTextField } from './inspector-fields.tsx'
import { useFormEditorText } from './use-form-editor-text.ts'

type Options = Extract<FormItem, { options: unknown }>['options']

interface OptionsProps {
  readonly options: Options
  readonly language: string
  readonly isReadOnly: boolean
  readonly onChange: (options: Options) => void
}

export function OptionFields({ options, language, isReadOnly, onChange }: OptionsProps) {
  const { t } = useFormEditorText()
  return (
    <fieldset className="form-inspector-options">
      <legend className="field-label">{t('inspector.options')}</legend>
      <ol className="bare-list">
        {options.map((option, index) => (
          <li key={option.id}>
            <FormTextField
              label={t('inspector.option', { number: index + 1 })}
              value={option.label[language] ?? ''}
              max={200}
              disabled={isReadOnly}
              onChange={(text) =>
                onChange(
                  options.map((one) =>
                    one === option ? { ...one, label: withText(one.label, language, text) } : one,
                  ),
                )
              }
            />
            {!isReadOnly && options.length > 1 && (
              <button
                type="button"
                className="button-icon"
                aria-label={t('inspector.removeOption', { number: index + 1 })}
                onClick={() => onChange(options.filter((one) => one !== option))}
              >
                <Icon name="close" />
              </button>
            )}
          </li>
        ))}
      </ol>
      {!isReadOnly && options.length < formLimits.options && (
        <button
          type="button"
          className="button-link"
          onClick={() => onChange([...options, { id: createPartId('o'), label: {} }])}
        >
          {t('inspector.addOption')}
        </button>
      )}
    </fieldset>
  )
}
