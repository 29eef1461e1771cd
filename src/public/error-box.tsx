import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'

/** Failure, read out as it appears: a heading that says that something went wrong, and below it why. */
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
