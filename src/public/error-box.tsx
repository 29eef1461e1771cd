import { Icon } from '@matricola/console/icons/icon.tsx'
import type { ReactNode } from 'react'

/** An alert with a heading for errors in general, and the reason below it. */
export function ErrorBox({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="summary" role="alert">
      <h2 className="summary-failure">
        <Icon name="error" />
        {title}
      </h2>
      <p>{children}</p>
    </div>
  )
}
