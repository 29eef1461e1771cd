import type { FormContent, FormTexts } from './form-content.ts'

const texts = (en: string, ro: string, fr: string, de: string): FormTexts => ({ en, ro, fr, de })

/**
 * Questions that most universities ask, as the start of a form. The ids are replaced when it is used.
 */
export const usualForm: FormContent = {
  pages: [
    {
      id: 'p_before',
      title: texts(
        'Your education so far',
        'Studiile dumneavoastră',
        'Vos études',
        'Ihr Bildungsweg',
      ),
      items: [
        {
          id: 'q_entry0',
          key: 'entry',
          type: 'choice',
          label: texts(
            'How are you applying?',
            'Cum candidați?',
            'Comment candidatez-vous ?',
            'Wie bewerben Sie sich?',
          ),
          options: [
            {
              id: 'o_first0',
              label: texts(
                'First year, after the baccalaureate',
                'Anul I, după bacalaureat',
                'Première année, après le baccalauréat',
                'Erstes Jahr, nach dem Abitur',
              ),
            },
            {
              id: 'o_trans0',
              label: texts(
                'Transfer from another university',
                'Transfer de la altă universitate',
                'Transfert d’une autre université',
                'Wechsel von einer anderen Universität',
              ),
            },
            {
              id: 'o_secnd0',
              label: texts('Second degree', 'A doua facultate', 'Second diplôme', 'Zweitstudium'),
            },
          ],
          required: true,
          listed: true,
        },
        {
          id: 'q_prevu0',
          key: 'previousUniversity',
          type: 'text',
          max: 120,
          label: texts(
            'Previous university',
            'Universitatea anterioară',
            'Université précédente',
            'Bisherige Universität',
          ),
          asks: { q_entry0: { in: ['o_trans0', 'o_secnd0'] } },
          required: true,
        },
        {
          id: 'q_dipco0',
          key: 'diplomaCountry',
          type: 'country',
          label: texts(
            'Country of your diploma',
            'Țara diplomei dumneavoastră',
            'Pays de votre diplôme',
            'Land Ihres Zeugnisses',
          ),
          required: true,
          listed: true,
        },
        {
          id: 'q_recog0',
          key: 'studiesRecognized',
          type: 'boolean',
          label: texts(
            'Have your studies been recognised in Romania?',
            'V-au fost recunoscute studiile în România?',
            'Vos études ont-elles été reconnues en Roumanie ?',
            'Wurden Ihre Studien in Rumänien anerkannt?',
          ),
          asks: { q_dipco0: { ne: 'RO' } },
          required: true,
        },
      ],
    },
    {
      id: 'p_people',
      title: texts('Further details', 'Alte date', 'Autres informations', 'Weitere Angaben'),
      items: [
        {
          id: 'q_guard0',
          key: 'guardianName',
          type: 'text',
          max: 120,
          label: texts(
            'Name of a parent or guardian',
            'Numele unui părinte sau tutore',
            'Nom d’un parent ou tuteur',
            'Name eines Elternteils oder Vormunds',
          ),
          asks: { isMinor: { eq: true } },
          required: true,
          readers: ['admin'],
        },
        {
          id: 'q_guard1',
          key: 'guardianPhone',
          type: 'phone',
          label: texts(
            'Phone number of this person',
            'Telefonul acestei persoane',
            'Téléphone de cette personne',
            'Telefonnummer dieser Person',
          ),
          asks: { isMinor: { eq: true } },
          required: true,
          readers: ['admin'],
        },
      ],
    },
  ],
}
