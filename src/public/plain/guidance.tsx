import { useText } from './texts.ts'

/** What to prepare, and how it continues after the form is sent. */
export function Guidance() {
  const t = useText('admission')
  const general = useText('public')
  const form = useText('apply')
  return (
    <div className="door-halves">
      <section aria-labelledby="needed">
        <h2 id="needed">{general('apply.start.needed')}</h2>
        <ul>
          <li>{general('apply.start.idCard')}</li>
          <li>{general('apply.start.diploma')}</li>
          <li>{general('apply.start.cv')}</li>
        </ul>
        <p>{general('apply.start.files')}</p>
      </section>
      <section aria-labelledby="next">
        <h2 id="next">{form('sent.nextTitle')}</h2>
        <ol>
          <li>{t('steps.apply')}</li>
          <li>{t('steps.sent')}</li>
          <li>{form('sent.review')}</li>
          <li>{form('sent.tell')}</li>
          <li>{t('steps.enrolment')}</li>
        </ol>
      </section>
    </div>
  )
}
