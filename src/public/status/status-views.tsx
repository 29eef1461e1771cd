import { Application } from './application.tsx'
import { Changes } from './changes.tsx'
import { CheckChanges } from './check-changes.tsx'
import { OpenApplication } from './open-application.tsx'
import { Result } from './result.tsx'
import { Sent } from './sent.tsx'
import { useSharedSession } from './use-shared-session.ts'
import type { Views } from './views.ts'
import './status.css'

/** All views after the search. */
export function StatusViews({ views }: { views: Views }) {
  const { view } = views
  useSharedSession(views)
  switch (view.name) {
    case 'result':
      return <Result views={views} found={view.found} />
    case 'code':
      return <OpenApplication views={views} reference={view.reference} notice={view.notice ?? null} />
    case 'application':
      return <Application views={views} application={view.application} />
    case 'changes':
      return <Changes views={views} application={view.application} />
    case 'check':
      return <CheckChanges views={views} application={view.application} />
    case 'sent':
      return <Sent views={views} application={view.application} />
    default:
      return null
  }
}
