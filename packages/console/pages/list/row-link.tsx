import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface RowLinkProps {
  readonly path: string | null
  readonly record: WireRecord
  readonly children: ReactNode
}

/** Title of a row, linked to the record. The shortcuts J, K and E find rows by it. */
export function RowLink({ path, record, children }: RowLinkProps) {
  if (!path) return children
  return (
    <Link className="row-link" data-row={record.id} to={path}>
      {children}
    </Link>
  )
}
