import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '../../icons/icon.tsx'

interface PageHeaderProps {
  readonly title: string
  /** Language of the title if it is not the page's. */
  readonly titleLanguage?: string | undefined
  /** Link to the parent page: the list or the record. */
  readonly back?: { readonly to: string; readonly label: string; readonly shortcut?: string }
  /** Shown next to the back link, such as links to the neighbouring records. */
  readonly extra?: ReactNode
  /** Shown next to the title, such as a state. */
  readonly badge?: ReactNode
  /** Shown below the title, such as the times of creation and last change. */
  readonly note?: ReactNode
  readonly actions?: ReactNode
}

/** Head of a page: the back link, the title, and the actions for the page as a whole. */
export function PageHeader({
  title,
  titleLanguage,
  back,
  extra,
  badge,
  note,
  actions,
}: PageHeaderProps) {
  return (
    <header className="page-header">
      {(back || extra) && (
        <div className="inline-group page-header-back">
          {back && (
            <Link className="page-back" to={back.to} aria-keyshortcuts={back.shortcut}>
              <Icon name="arrow-left" />
              {back.label}
            </Link>
          )}
          {extra}
        </div>
      )}
      <div className="inline-group page-header-main">
        <div className="inline-group page-header-title">
          <h1 lang={titleLanguage}>{title}</h1>
          {badge}
        </div>
        {actions && <div className="button-row">{actions}</div>}
      </div>
      {note && <p className="caption">{note}</p>}
    </header>
  )
}
