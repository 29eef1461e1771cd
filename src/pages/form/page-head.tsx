import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '#src/icons/icon.tsx'

interface PageHeadProps {
  readonly title: string
  /** Of the title, where it is not the page's. */
  readonly titleLanguage?: string | undefined
  /** Where the page belongs: the list, or the record. */
  readonly back?: { readonly to: string; readonly label: string; readonly shortcut?: string }
  /** Beside the way back: the way on. */
  readonly beside?: ReactNode
  /** Beside the title: a stamp. */
  readonly mark?: ReactNode
  /** Under the title: when it was made and changed. */
  readonly note?: ReactNode
  readonly actions?: ReactNode
}

/** The way back, the page's title and what can be done with the whole of it. */
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
