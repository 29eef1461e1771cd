import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'

/** What went wrong, read out as it appears: a heading that says that something did, and below it why. */
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
