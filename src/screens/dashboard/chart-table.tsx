import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface ChartTableProps {
  /** Accessible name, the same as that of the chart above the table. */
  readonly label: string
  readonly columns: readonly string[]
  /** Rows, each with its heading first. */
  readonly rows: readonly (readonly [key: string, ...cells: string[]])[]
}

/** The numbers of a chart as a table, shown on request. */
export function ChartTable({ label, columns, rows }: ChartTableProps) {
  const { t } = useTranslation('dashboard')
  const [isVisible, setVisible] = useState(false)
  const id = useId()
  return (
    <>
      <button
        type="button"
        className="button-link"
        aria-expanded={isVisible}
        aria-controls={id}
        onClick={() => setVisible(!isVisible)}
      >
        {t(isVisible ? 'hideTable' : 'asTable')}
      </button>
      <div id={id}>
        {isVisible && (
          <section
            className="chart-table-box"
            aria-label={t('tableOf', { label })}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
            tabIndex={0}
          >
            <table className="status-table">
              <thead>
                <tr>
                  {columns.map((column) => (
                    <th key={column} scope="col">
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(([key, ...cells]) => (
                  <tr key={key}>
                    <th scope="row">{key}</th>
                    {cells.map((cell, index) => (
                      <td key={columns[index + 1]}>{cell}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </div>
    </>
  )
}
