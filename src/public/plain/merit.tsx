import type { WireIntake } from '#model/admission/wire.ts'
import type { WireMerit } from '#model/admission/wire-merit.ts'
import { amountInWords } from '#resources/currency.ts'
import { averageInWords, tieInWords } from '../../averages/average-words.ts'
import { useLanguage } from '../../i18n.ts'
import { gradeLabel } from '../apply/choices/choices.ts'
import { Own } from '../own.tsx'
import { useIntake } from '../university.ts'
import { useText } from './texts.ts'

/** Ranking rules of a programme in the current admission session, or null if it does not rank by merit. */
export function useMerit(code: string): WireMerit | null {
  return useIntake().intake?.specializations.find((one) => one.code === code)?.merit ?? null
}

/** Explains how a programme gives its places: the average, the tie-breakers, and reserved places. */
export function Merit({ merit }: { merit: WireMerit }) {
  const { intake } = useIntake()
  const t = useText('admission')
  const form = useText('apply')
  const averages = useText('averages')
  const language = useLanguage()
  if (!intake) return null
  const wording = { language, label: (name: string) => gradeLabel(name, intake, language) }
  const deciding = [...merit.ties.map((tie) => tieInWords(tie, wording)), ...(merit.isDrawn ? [averages('draw')] : [])]
  return (
    <section aria-labelledby="merit">
      <h2 id="merit">{t('merit.title')}</h2>
      <p>{t('merit.intro')}</p>
      <p>
        <strong>{form('choices.average', { formula: averageInWords(merit.formula, wording) })}</strong>
      </p>
      {deciding.length > 0 ? (
        <p>{form('choices.ties', { ties: new Intl.ListFormat(language, { type: 'unit' }).format(deciding) })}</p>
      ) : null}
      {merit.isDrawn ? null : <p>{t('merit.together')}</p>}
      <Special merit={merit} intake={intake} />
      {merit.applicationFee ? <p>{form('choices.fee', { amount: amountInWords(merit.applicationFee, language) })}</p> : null}
      <p>{form('choices.intro')}</p>
    </section>
  )
}

function Special({ merit, intake }: { readonly merit: WireMerit; readonly intake: WireIntake }) {
  const t = useText('admission')
  const kinds = merit.special.flatMap(({ kind, places }) => {
    const known = intake.merit?.kinds.find(({ id }) => id === kind)
    return known ? [{ ...known, places }] : []
  })
  if (kinds.length === 0) return null
  return (
    <>
      <p>{t('merit.special')}</p>
      <dl className="facts">
        {kinds.map(({ id, name, places }) => (
          <div key={id}>
            <dt>
              <Own>{name}</Own>
            </dt>
            <dd>{t('merit.places', { count: places })}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** Labels of the programme's additional questions and documents, in the page's language. */
export function useMoreAsked(merit: WireMerit | null): readonly string[] {
  const { intake } = useIntake()
  const language = useLanguage()
  const names = new Set(merit?.more)
  return (intake?.merit?.asked ?? []).flatMap(({ name, labels }) => (names.has(name) ? [labels[language] ?? name] : []))
}
