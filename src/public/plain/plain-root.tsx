import { PublicContext } from '@matricola/console/public/public-context.ts'
import { Frame, LanguageLinks, ThemeButton } from '@matricola/console/public/public-frame.tsx'
import { themes } from '@matricola/console/theme/stored-theme.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { PlainPageView } from '#resources/admission/prerendered-page.ts'
import { admissionPath } from '#resources/paths.ts'
import { universityPublic } from '../university-public.tsx'
import { AdmissionPage } from './admission-page.tsx'
import { ProgrammeNotFound, RequestFailed } from './error-pages.tsx'
import { ProgrammePage } from './programme-page.tsx'
import { PublicResultsPage, ResultsNotFound } from './public-results-page.tsx'
import { StatusResult, StatusSearch } from './status.tsx'
import { UrlLanguage, useLinkPath } from './use-link-path.ts'

/** A page rendered completely by the server, which does not depend on scripts. */
export function PlainRoot({
  view,
  namedLanguage,
}: {
  view: PlainPageView
  namedLanguage: Language | null
}) {
  return (
    <PublicContext value={universityPublic}>
      <UrlLanguage value={namedLanguage}>
        <PlainFrame view={view} />
      </UrlLanguage>
    </PublicContext>
  )
}

function PlainFrame({ view }: { view: PlainPageView }) {
  const linkPath = useLinkPath()
  return (
    <Frame
      isWide={view.name === 'frontDoor' || view.name === 'programme'}
      home={linkPath(admissionPath)}
      tools={
        <>
          <LanguageLinks />
          {themes.map((theme) => (
            <ThemeButton key={theme} theme={theme} />
          ))}
        </>
      }
    >
      <PlainViewContent view={view} />
    </Frame>
  )
}

function PlainViewContent({ view }: { view: PlainPageView }) {
  switch (view.name) {
    case 'frontDoor':
      return <AdmissionPage {...view} />
    case 'programme':
      return <ProgrammePage {...view} />
    case 'noProgramme':
      return <ProgrammeNotFound />
    case 'statusSearch':
      return <StatusSearch {...view} />
    case 'status':
      return <StatusResult {...view} />
    case 'results':
      return <PublicResultsPage {...view} />
    case 'noResults':
      return <ResultsNotFound />
    case 'failed':
      return <RequestFailed {...view} />
  }
}
