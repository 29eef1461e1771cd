import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'

interface HomeCardProps {
  readonly title: string
  /** Link to the full list. The card shows its first rows. */
  readonly more?: { readonly to: string; readonly label: string }
  readonly children: ReactNode
}

/** A card of a home page. */
export function HomeCard({ title, more, children }: HomeCardProps) {
  const id = useId()
  return (
    <section className="home-card panel" aria-labelledby={id}>
      <div className="home-head">
        <h3 id={id}>{title}</h3>
        {more && (
          <Link className="caption" to={more.to}>
            {more.label}
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}

interface CardRowsProps<T> {
  readonly rows: readonly T[]
  /** Text shown if there are no rows. */
  readonly emptyText: string
  readonly children: (row: T) => ReactNode
}

/** The rows of a card. */
export function CardRows<T extends { readonly id: string }>({
  rows,
  emptyText,
  children,
}: CardRowsProps<T>) {
  if (rows.length === 0) return <p className="home-empty">{emptyText}</p>
  return (
    <ul className="bare-list home-rows">
      {rows.map((row) => (
        <li key={row.id}>{children(row)}</li>
      ))}
    </ul>
  )
}
