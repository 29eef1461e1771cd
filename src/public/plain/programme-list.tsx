import type { WireProgramme } from '#resources/admission/admission-overview.ts'
import { programmePath } from '#resources/paths.ts'
import { InUniversityLanguage } from '../university-language.tsx'
import { DegreeStamp } from './degree-stamp.tsx'
import { useProgrammeFacts } from './programme-facts.ts'
import { useLinkPath } from './use-link-path.ts'

/** Programmes as cards that link to their pages. */
export function ProgrammeList({ programmes }: { programmes: readonly WireProgramme[] }) {
  return (
    <ul className="bare-list programmes">
      {programmes.map((programme) => (
        <Card key={programme.code} programme={programme} />
      ))}
    </ul>
  )
}

function Card({ programme }: { programme: WireProgramme }) {
  const linkPath = useLinkPath()
  const { duration, credits, language, budgetPlaces, feePlaces, fee } = useProgrammeFacts(programme)
  return (
    <li className="programme panel">
      <a href={linkPath(programmePath(programme.code))}>
        <InUniversityLanguage isTranslated={programme.isNameTranslated}>
          {programme.name}
        </InUniversityLanguage>
      </a>
      <p className="programme-degree">
        <DegreeStamp cycle={programme.cycle} />
      </p>
      <p>{[duration, credits, language].join(' · ')}</p>
      {budgetPlaces || fee ? (
        <p className="programme-money">
          {[budgetPlaces, feePlaces, fee].filter(Boolean).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      ) : null}
    </li>
  )
}
