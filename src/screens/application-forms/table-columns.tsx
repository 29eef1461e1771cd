/** The columns of a table. */
import { Icon } from '@matricola/console/icons/icon.tsx'
import { Button } from '@matricola/console/kit/button.tsx'
import { Checkbox } from '@matricola/console/kit/checks.tsx'
import { useId } from 'react'
import { type FormColumn, formLimits } from '#resources/admission/form-content.ts'
import { countMissingTexts, withText } from './content-edits.ts'
import { FormTextField, LimitField } from './inspector-fields.tsx'
import { columnTypeNames, createColumn, itemTypes, limitText } from './item-types.ts'
import { OptionFields } from './options.tsx'
import { TextTabs } from './text-tabs.tsx'
import { useFormEditorText } from './use-form-editor-text.ts'

interface TableColumnsProps {
  readonly columns: readonly FormColumn[]
  readonly isReadOnly: boolean
  readonly onChange: (columns: readonly FormColumn[]) => void
}

export function TableColumns({ columns, isReadOnly, onChange }: TableColumnsProps) {
  const { t } = useFormEditorText()
  const moveUp = (index: number) =>
    onChange(columns.toSpliced(index - 1, 2, ...columns.slice(index - 1, index + 1).reverse()))
  return (
    <fieldset className="form-inspector-required">
      <legend className="field-label">{t('columns.title')}</legend>
      {columns.map((column, index) => {
        const number = index + 1
        return (
          <fieldset key={column.id} className="form-variant">
            <legend>{t('columns.one', { number })}</legend>
            {!isReadOnly && columns.length > 1 && (
              <div className="button-row">
                {index > 0 && (
                  <Button
                    aria-label={t('columns.moveUp', { number })}
                    onClick={() => moveUp(index)}
                  >
                    <Icon name="sort-up" />
                  </Button>
                )}
                <Button
                  kind="destructive"
                  aria-label={t('columns.remove', { number })}
                  onClick={() => onChange(columns.filter((one) => one !== column))}
                >
                  {t('inspector.remove')}
                </Button>
              </div>
            )}
            <Column
              column={column}
              isReadOnly={isReadOnly}
              onChange={(changed) =>
                onChange(columns.map((one) => (one === column ? changed : one)))
              }
            />
          </fieldset>
        )
      })}
      {!isReadOnly && columns.length < formLimits.tableColumns && (
        <button
          type="button"
          className="button-link"
          onClick={() => onChange([...columns, createColumn('text')])}
        >
          {t('columns.add')}
        </button>
      )}
    </fieldset>
  )
}

interface ColumnProps {
  readonly column: FormColumn
  readonly isReadOnly: boolean
  readonly onChange: (column: FormColumn) => void
}

function Column({ column, isReadOnly, onChange }: ColumnProps) {
  const { t } = useFormEditorText()
  const typeId = useId()
  const set = (changes: object) => onChange({ ...column, ...changes } as FormColumn)
  return (
    <>
      <TextTabs missing={(language) => countMissingTexts(column, language)}>
        {(language) => (
          <>
            <FormTextField
              label={t('columns.label')}
              value={column.label[language] ?? ''}
              max={200}
              disabled={isReadOnly}
              onChange={(text) => set({ label: withText(column.label, language, text) })}
            />
            {'options' in column && (
              <OptionFields
                options={column.options}
                language={language}
                isReadOnly={isReadOnly}
                onChange={(options) => set({ options })}
              />
            )}
          </>
        )}
      </TextTabs>
      <div className="form-inspector-row">
        <div className="form-inspector-field">
          <label className="field-label" htmlFor={typeId}>
            {t('inspector.type')}
          </label>
          <select
            id={typeId}
            className="select"
            value={column.type}
            disabled={isReadOnly}
            onChange={(event) => {
              const type = columnTypeNames.find((name) => name === event.target.value)
              if (type) onChange(createColumn(type, column))
            }}
          >
            {columnTypeNames.map((name) => (
              <option key={name} value={name}>
                {t(`types.${name}`)}
              </option>
            ))}
          </select>
        </div>
        {itemTypes[column.type].limits.map((limit) => (
          <LimitField
            key={`${column.type} ${limit.name}`}
            limit={limit}
            label={t(`limits.${limitText(column.type, limit.name)}`)}
            value={column[limit.name as keyof FormColumn]}
            disabled={isReadOnly}
            onChange={(value) => {
              const { [limit.name as keyof FormColumn]: _, ...others } = column
              onChange(
                (value === undefined ? others : { ...column, [limit.name]: value }) as FormColumn,
              )
            }}
          />
        ))}
      </div>
      <Checkbox
        checked={column.required}
        disabled={isReadOnly}
        onChange={({ target }) => set({ required: target.checked })}
      >
        {t('columns.required')}
      </Checkbox>
    </>
  )
}
