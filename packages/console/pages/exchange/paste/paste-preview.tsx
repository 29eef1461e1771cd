import { useExchangeText } from '../use-exchange-text.ts'

interface PastePreviewProps {
  readonly cells: readonly (readonly string[])[]
  readonly columnFields: readonly (string | null)[]
  /** Titles of the records that the rows update, in order. */
  readonly titles: readonly string[]
  readonly fields: readonly string[]
  readonly label: (field: string) => string
  readonly onFieldChange: (column: number, field: string | null) => void
}

/** Number of rows shown here. The preview that follows shows all rows. */
const maxRows = 5

/**
 * Shows the block next to the records that it updates, with a select for the field above each
 * column.
 */
export function PastePreview({
  cells,
  columnFields,
  titles,
  fields,
  label,
  onFieldChange,
}: PastePreviewProps) {
  const { t } = useExchangeText()
  const previewRows = cells.slice(0, Math.min(maxRows, titles.length))
  const more = Math.min(cells.length, titles.length) - previewRows.length
  return (
    <>
      <section
        className="table-box panel"
        aria-label={t('paste.preview')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
      >
        <table className="plain-table stack-on-narrow paste-preview">
          <thead>
            <tr>
              <th scope="col">{t('changes.record')}</th>
              {columnFields.map((field, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns of one block
                <th key={column} scope="col" data-label={t('paste.column', { number: column + 1 })}>
                  <select
                    className="select"
                    aria-label={t('paste.column', { number: column + 1 })}
                    value={field ?? ''}
                    onChange={(event) => onFieldChange(column, event.target.value || null)}
                  >
                    <option value="">{t('columns.none')}</option>
                    {fields.map((fieldName) => (
                      <option key={fieldName} value={fieldName}>
                        {label(fieldName)}
                      </option>
                    ))}
                  </select>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {previewRows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one block
              <tr key={index}>
                <th scope="row">{titles[index]}</th>
                {columnFields.map((field, column) => (
                  <td
                    // biome-ignore lint/suspicious/noArrayIndexKey: as above
                    key={column}
                    data-label={field === null ? t('columns.none') : label(field)}
                    data-left={field === null || undefined}
                  >
                    <span className="paste-cell">{row[column]}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {more > 0 && <p className="caption">{t('paste.more', { count: more })}</p>}
    </>
  )
}
