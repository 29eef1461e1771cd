import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '#src/icons/icon.tsx'

interface PageHeadProps {
  readonly title: string
  /** Language of the title if it is not the page's. */
  readonly titleLanguage?: string | undefined
  /** Link to the parent page: the list or the record. */
  readonly back?: { readonly to: string; readonly label: string; readonly shortcut?: string }
  /** Shown next to the back link, such as links to the neighbouring records. */
  readonly beside?: ReactNode
  /** Shown next to the title, such as a state. */
  readonly mark?: ReactNode
  /** Shown below the title, such as the times of creation and last change. */
  readonly note?: ReactNode
  readonly actions?: ReactNode
}

/** Head of a page: the back link, the title, and the actions for the page as a whole. */
export function PageHead({ title, titleLanguage, back, beside, mark, note, actions }: PageHeadProps) {
  return (
    <header className="page-head">
      {(back || beside) && (
        <div className="in-line page-head-way">
          {back && (
            <Link className="page-back" to={back.to} aria-keyshortcuts={back.shortcut}>
              <Icon name="arrow-left" />
              {back.label}
            </Link>
          )}
          {beside}
        </div>
      )}
      <div className="in-line page-head-line">
        <div className="in-line page-head-title">
          <h1 lang={titleLanguage}>{title}</h1>
          {mark}
        </div>
        {actions && <div className="button-row">{actions}</div>}
      </div>
      {note && <p className="caption">{note}</p>}
    </header>
  )
}
