/** The form for master's programmes, with questions of the office and the answers to them. */
import type { FormAnswers, FormContent } from '#resources/admission/form-content.ts'
import { createRecordBase, type DemoRow, type DemoTools, itemInCycle } from './rows.ts'

const day = 86_400_000

const label = (ro: string, en: string, fr: string, de: string) => ({ ro, en, fr, de })

export const masterForm: FormContent = {
  pages: [
    {
      id: 'p_prizes',
      title: label('Olimpiade', 'Olympiads', 'Olympiades', 'Olympiaden'),
      items: [
        {
          id: 'q_olymp1',
          key: 'olympiad',
          type: 'choice',
          label: label(
            'Ați obținut un premiu la o olimpiadă școlară?',
            'Have you won a prize at a school Olympiad?',
            'Avez-vous obtenu un prix à une olympiade scolaire ?',
            'Haben Sie einen Preis bei einer Schülerolympiade gewonnen?',
          ),
          options: [
            { id: 'o_noone1', label: label('Nu', 'No', 'Non', 'Nein') },
            {
              id: 'o_natio1',
              label: label('Națională', 'National', 'Nationale', 'National'),
            },
            {
              id: 'o_inter1',
              label: label('Internațională', 'International', 'Internationale', 'International'),
            },
          ],
          required: true,
          listed: true,
        },
        {
          id: 'q_subje1',
          key: 'olympiadSubject',
          type: 'text',
          max: 80,
          label: label(
            'Disciplina și anul',
            'Subject and year',
            'Discipline et année',
            'Fach und Jahr',
          ),
          asks: { q_olymp1: { in: ['o_natio1', 'o_inter1'] } },
          required: true,
        },
      ],
    },
    {
      id: 'p_papers',
      title: label(
        'Acte suplimentare',
        'Further documents',
        'Autres documents',
        'Weitere Unterlagen',
      ),
      items: [
        {
          id: 'q_trans1',
          key: 'diplomaTranslation',
          type: 'choice',
          label: label(
            'Cum depuneți traducerea legalizată a diplomei?',
            'How do you send the certified translation of your diploma?',
            'Comment envoyez-vous la traduction certifiée de votre diplôme ?',
            'Wie reichen Sie die beglaubigte Übersetzung Ihres Diploms ein?',
          ),
          options: [
            {
              id: 'o_attac1',
              label: label(
                'Este în același fișier cu diploma',
                'It is in the file of the diploma',
                'Elle est dans le fichier du diplôme',
                'Sie ist in der Datei mit dem Diplom',
              ),
            },
            {
              id: 'o_bring1',
              label: label(
                'O aduc la secretariat',
                'I bring it to the office',
                'Je l’apporte au secrétariat',
                'Ich bringe sie ins Sekretariat',
              ),
            },
          ],
          asks: { citizenshipGroup: { ne: 'ro' } },
          required: true,
        },
        {
          id: 'q_paren1',
          key: 'parentsConsent',
          type: 'boolean',
          label: label(
            'Părinții sau tutorele sunt de acord cu înscrierea?',
            'Do your parents or guardian agree to the application?',
            'Vos parents ou votre tuteur acceptent-ils la candidature ?',
            'Sind Ihre Eltern oder Ihr Vormund mit der Bewerbung einverstanden?',
          ),
          asks: { isMinor: { eq: true } },
          required: true,
        },
      ],
    },
  ],
}

/** The answers of the applicant at this position. Nobody applies for a master's programme as a minor. */
const answersOf = (citizenship: unknown, index: number): FormAnswers => ({
  ...itemInCycle<FormAnswers>(
    [
      { q_olymp1: 'o_noone1' },
      { q_olymp1: 'o_natio1', q_subje1: 'Matematică, 2021' },
      { q_olymp1: 'o_noone1' },
      { q_olymp1: 'o_noone1' },
      { q_olymp1: 'o_inter1', q_subje1: 'Informatică, 2022' },
      { q_olymp1: 'o_noone1' },
    ],
    index,
  ),
  ...(citizenship !== 'RO' && { q_trans1: itemInCycle(['o_attac1', 'o_bring1'], index) }),
})

interface FormInputs {
  readonly session: { readonly id: string; readonly opensAt: string }
  readonly adminId: string
  readonly registrations: readonly DemoRow<'registrations'>[]
}

/** Creates the published form of a session, and adds the answers to its applications. */
export function makeMasterForm(
  { session, adminId, registrations }: FormInputs,
  tools: DemoTools,
): {
  readonly form: DemoRow<'application-forms'>
  readonly version: DemoRow<'application-form-versions'>
  readonly registrations: readonly DemoRow<'registrations'>[]
} {
  const publishedAt = Date.parse(session.opensAt) - 2 * day
  const form = {
    ...createRecordBase(tools, publishedAt - day),
    name: 'Formular master',
    admissionSessionId: session.id,
    degree: 'master' as const,
  }
  const version = {
    ...createRecordBase(tools, publishedAt - day),
    formId: form.id,
    number: 1,
    state: 'published' as const,
    content: masterForm,
    publishedAt: new Date(publishedAt).toISOString(),
    publishedById: adminId,
  }
  return {
    form,
    version,
    registrations: registrations.map((one, index) => ({
      ...one,
      formVersionId: version.id,
      answers: answersOf(one.citizenship, index),
    })),
  }
}
