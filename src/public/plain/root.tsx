import type { PlainView } from '#model/admission/painted-page.ts'
import { admissionPath } from '#model/paths.ts'
import type { Language } from '#model/vocabulary.ts'
import { themes } from '../../theme/stored.ts'
import { Frame, Languages, ThemeButton } from '../frame.tsx'
import { FrontDoor } from './front-door.tsx'
import { NamedLanguage, useAddress } from './links.ts'
import { Failed, NoProgramme } from './messages.tsx'
import { ProgrammePage } from './programme-page.tsx'
import { NoResults, Results } from './results.tsx'
import { StatusResult, StatusSearch } from './status.tsx'

/** A page rendered completely by the server, which does not depend on scripts. */
export function PlainRoot({ view, namedLanguage }: { view: PlainView; namedLanguage: Language | null }) {
  return (
    <NamedLanguage value={namedLanguage}>
      <PlainFrame view={view} />
    </NamedLanguage>
  )
}

function PlainFrame({ view }: { view: PlainView }) {
  const to = useAddress()
  return (
    <Frame
      isWide={view.name === 'frontDoor' || view.name === 'programme'}
      home={to(admissionPath)}
      tools={
        <>
          <Languages />
          {themes.map((theme) => (
            <ThemeButton key={theme} theme={theme} />
          ))}
        </>
      }
    >
      <View view={view} />
    </Frame>
  )
}

function View({ view }: { view: PlainView }) {
  switch (view.name) {
    case 'frontDoor':
      return <FrontDoor {...view} />
    case 'programme':
      return <ProgrammePage {...view} />
    case 'noProgramme':
      return <NoProgramme />
    case 'statusSearch':
      return <StatusSearch {...view} />
    case 'status':
      return <StatusResult {...view} />
    case 'results':
      return <Results {...view} />
    case 'noResults':
      return <NoResults />
    case 'failed':
      return <Failed {...view} />
  }
}
