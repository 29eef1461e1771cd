/** Components shared by the tables of a results draft. */

import { createUseTexts } from '@matricola/console/app/create-use-texts.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { numberDisplay } from '@matricola/console/fields/number-text.ts'
import { Button } from '@matricola/console/kit/button.tsx'
import { pagePaths } from '@matricola/schema/paths.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { registrations } from '#resources/registrations.ts'

/** Texts of results drafts and of the namespaces their pages need. */
export const useRankingText = createUseTexts('ranking', 'resources', 'pages', 'shell')

/** Formats an average given in hundredths, always with two decimals. */
export const averageText = (hundredths: number, language: string) =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    hundredths / 100,
  )

/** Returns a function that names a type of place. */
export function usePlaceKindText() {
  const { t } = useRankingText()
  return ({ kind, kindName }: { readonly kind: string; readonly kindName: string | null }) =>
    kindName ??
    (kind === 'budget' || kind === 'fee'
      ? t(`resources:registrations.choices.wonFunding.${kind}`)
      : kind)
}

/** Links to an application by its reference number. */
export function ApplicationLink({
  id,
  reference,
}: {
  readonly id: string
  readonly reference: string
}) {
  const { role } = useUser()
  return (
    <Link
      className="record-link"
      to={pagePaths(asAnyResource(registrations), role).show.replace(':id', id)}
    >
      {reference}
    </Link>
  )
}

interface RankingTableProps {
  readonly caption: string
  readonly columns: readonly string[]
  /** Indexes of numeric columns, which are right-aligned. */
  readonly numeric?: readonly number[]
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
}

export function RankingTable({ caption, columns, numeric = [], rows }: RankingTableProps) {
  const classOf = (index: number) => (numeric.includes(index) ? 'number' : undefined)
  return (
    <div className="table-box panel ranking-table">
      <table className="plain-table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((name, index) => (
              <th key={name} scope="col" className={classOf(index)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) => (
                <td key={columns[index]} className={classOf(index)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RankingPagerProps {
  readonly page: number
  readonly pageSize: number
  readonly total: number
  readonly onPage: (page: number) => void
}

/** Previous and next buttons; renders nothing if there is only one page. */
export function RankingPager({ page, pageSize, total, onPage }: RankingPagerProps) {
  const { t, language } = useRankingText()
  const last = Math.max(1, Math.ceil(total / pageSize))
  if (last === 1) return null
  const number = (value: number) => numberDisplay(value, language, 0)
  return (
    <div className="button-row ranking-pager">
      <Button disabled={page === 1} onClick={() => onPage(page - 1)}>
        {t('ranking:previousPage')}
      </Button>
      <span>{t('ranking:pageOf', { page: number(page), last: number(last) })}</span>
      <Button disabled={page === last} onClick={() => onPage(page + 1)}>
        {t('ranking:nextPage')}
      </Button>
    </div>
  )
}
