import { AnswerSent } from './answer-sent.tsx'
import { Application } from './application.tsx'
import { ChangesForm } from './changes-form.tsx'
import { CheckChanges } from './check-changes.tsx'
import { OpenApplication } from './open-application.tsx'
import { PlaceCheckPage } from './place/place-check.tsx'
import { PlaceQuestionPage } from './place/place-question.tsx'
import type { StatusNavigation } from './status-navigation.ts'
import { StatusSearchResult } from './status-search-result.tsx'
import { useSharedSession } from './use-shared-session.ts'
import './status.css'

/** The views that follow the search. */
export function StatusViews({ views }: { views: StatusNavigation }) {
  const { view } = views
  useSharedSession(views)
  switch (view.name) {
    case 'result':
      return <StatusSearchResult views={views} found={view.found} />
    case 'code':
      return (
        <OpenApplication views={views} reference={view.reference} notice={view.notice ?? null} />
      )
    case 'application':
      return <Application views={views} application={view.application} />
    case 'changes':
      return <ChangesForm views={views} application={view.application} />
    case 'check':
      return <CheckChanges views={views} application={view.application} />
    case 'sent':
      return <AnswerSent views={views} application={view.application} />
    case 'placeQuestion':
      return (
        <PlaceQuestionPage
          views={views}
          application={view.application}
          question={view.question}
          notice={view.notice ?? null}
        />
      )
    case 'placeCheck':
      return (
        <PlaceCheckPage views={views} application={view.application} question={view.question} />
      )
    default:
      return null
  }
}
