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
          fact: 'entry',
          label: texts(
            'How are you applying?',
            'Cum candidați?',
            'Comment candidatez-vous ?',
            'Wie bewerben Sie sich?',
          ),
          options: [
            {
              id: 'o_first0',
              fact: 'firstYear',
              label: texts(
                'First year, after the baccalaureate',
                'Anul I, după bacalaureat',
                'Première année, après le baccalauréat',
                'Erstes Jahr, nach dem Abitur',
              ),
            },
            {
              id: 'o_trans0',
              fact: 'transfer',
              label: texts(
                'Transfer from another university',
                'Transfer de la altă universitate',
                'Transfert d’une autre université',
                'Wechsel von einer anderen Universität',
              ),
            },
            {
              id: 'o_secnd0',
              fact: 'secondDegree',
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
          asks: { entry: { in: ['transfer', 'secondDegree'] } },
          required: true,
        },
        {
          id: 'q_dipco0',
          key: 'diplomaCountry',
          type: 'country',
          fact: 'diplomaCountry',
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
          id: 'q_dipla0',
          key: 'diplomaLanguage',
          type: 'choice',
          label: texts(
            'Language of your diploma',
            'Limba diplomei dumneavoastră',
            'Langue de votre diplôme',
            'Sprache Ihres Zeugnisses',
          ),
          fact: 'diplomaLanguage',
          options: [
            {
              id: 'o_romna0',
              fact: 'ro',
              label: texts('Romanian', 'Română', 'Roumain', 'Rumänisch'),
            },
            {
              id: 'o_engli0',
              fact: 'en',
              label: texts('English', 'Engleză', 'Anglais', 'Englisch'),
            },
            {
              id: 'o_frenc0',
              fact: 'fr',
              label: texts('French', 'Franceză', 'Français', 'Französisch'),
            },
            {
              id: 'o_other0',
              fact: 'other',
              label: texts('Another language', 'Altă limbă', 'Autre langue', 'Andere Sprache'),
            },
          ],
          asks: { and: [{ diplomaCountry: { isNull: false } }, { diplomaCountry: { ne: 'RO' } }] },
          required: true,
        },
        {
          id: 'q_trans0',
          key: 'certifiedTranslation',
          type: 'file',
          label: texts(
            'Certified translation of your diploma',
            'Traducerea legalizată a diplomei',
            'Traduction certifiée de votre diplôme',
            'Beglaubigte Übersetzung Ihres Zeugnisses',
          ),
          help: texts(
            'Made by a certified translator, into Romanian, English or French.',
            'Făcută de un traducător autorizat, în română, engleză sau franceză.',
            'Faite par un traducteur assermenté, en roumain, en anglais ou en français.',
            'Von einer beeidigten Person übersetzt, ins Rumänische, Englische oder Französische.',
          ),
          asks: { diplomaLanguage: { eq: 'other' } },
          required: true,
        },
        {
          id: 'q_recog0',
          key: 'recognition',
          type: 'choice',
          label: texts(
            'Recognition of your studies',
            'Recunoașterea studiilor',
            'Reconnaissance de vos études',
            'Anerkennung Ihrer Studien',
          ),
          help: texts(
            'Citizens of Romania, the EU, the EEA and Switzerland have them recognised by CNRED.',
            'Cetățenilor României, UE, SEE și Elveției le recunoaște CNRED.',
            'Pour les citoyens de la Roumanie, de l’UE, de l’EEE et de la Suisse, le CNRED s’en charge.',
            'Für Personen aus Rumänien, der EU, dem EWR und der Schweiz ist CNRED zuständig.',
          ),
          variants: [
            {
              when: { citizenshipGroup: { eq: 'other' } },
              label: texts(
                'Letter of acceptance',
                'Scrisoare de acceptare',
                'Lettre d’acceptation',
                'Zulassungsbescheid',
              ),
              help: texts(
                'Citizens of other countries need the letter of acceptance of the ministry of education.',
                'Cetățenii altor țări au nevoie de scrisoarea de acceptare a ministerului educației.',
                'Les citoyens d’autres pays ont besoin de la lettre d’acceptation du ministère de l’éducation.',
                'Personen aus anderen Ländern brauchen den Zulassungsbescheid des Bildungsministeriums.',
              ),
            },
          ],
          options: [
            {
              id: 'o_recha0',
              label: texts(
                'I have the document',
                'Am documentul',
                'J’ai le document',
                'Ich habe das Dokument',
              ),
            },
            {
              id: 'o_recre0',
              label: texts(
                'I have asked for it',
                'L-am cerut',
                'Je l’ai demandé',
                'Ich habe es beantragt',
              ),
            },
            {
              id: 'o_recno0',
              label: texts('Not yet', 'Încă nu', 'Pas encore', 'Noch nicht'),
            },
          ],
          asks: { and: [{ diplomaCountry: { isNull: false } }, { diplomaCountry: { ne: 'RO' } }] },
          required: true,
          listed: true,
        },
        {
          id: 'q_recdo0',
          key: 'recognitionDocument',
          type: 'file',
          label: texts(
            'CNRED certificate of recognition',
            'Atestatul de recunoaștere CNRED',
            'Attestation de reconnaissance du CNRED',
            'Anerkennungsbescheid von CNRED',
          ),
          variants: [
            {
              when: { citizenshipGroup: { eq: 'other' } },
              label: texts(
                'Letter of acceptance of the ministry',
                'Scrisoarea de acceptare a ministerului',
                'Lettre d’acceptation du ministère',
                'Zulassungsbescheid des Ministeriums',
              ),
            },
          ],
          asks: { q_recog0: { eq: 'o_recha0' } },
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
        {
          id: 'q_paren0',
          key: 'parentsConsent',
          type: 'file',
          label: texts(
            'Consent of your parents or guardian',
            'Acordul părinților sau al tutorelui',
            'Accord de vos parents ou de votre tuteur',
            'Einverständnis Ihrer Eltern oder Ihres Vormunds',
          ),
          help: texts(
            'Signed by one of them, with a copy of the identity card.',
            'Semnat de unul dintre ei, cu o copie a actului de identitate.',
            'Signé par l’un d’eux, avec une copie de la pièce d’identité.',
            'Von einer dieser Personen unterschrieben, mit einer Kopie des Ausweises.',
          ),
          asks: { isMinor: { eq: true } },
          required: true,
        },
      ],
    },
    {
      id: 'p_forei0',
      title: texts(
        'From another country',
        'Din altă țară',
        'D’un autre pays',
        'Aus einem anderen Land',
      ),
      items: [
        {
          id: 'q_forei0',
          key: 'foreignPlaces',
          type: 'declaration',
          label: texts(
            'Places and fees for citizens of other countries',
            'Locuri și taxe pentru cetățenii altor țări',
            'Places et frais pour les citoyens d’autres pays',
            'Plätze und Gebühren für Personen aus anderen Ländern',
          ),
          text: texts(
            'Citizens of countries outside the EU, the EEA and Switzerland can get fee-paying places. The fees for them can differ; the form shows yours with each programme. I have read this.',
            'Cetățenii statelor din afara UE, SEE și Elveției pot primi locuri cu taxă. Taxele pot fi diferite; formularul le arată pe ale dumneavoastră la fiecare program. Am citit acest text.',
            'Les citoyens de pays hors de l’UE, de l’EEE et de la Suisse peuvent obtenir des places payantes. Leurs frais peuvent être différents ; le formulaire indique les vôtres pour chaque formation. J’ai lu ce texte.',
            'Personen aus Ländern außerhalb der EU, des EWR und der Schweiz können gebührenpflichtige Plätze erhalten. Die Gebühren können abweichen; das Formular nennt Ihre bei jeder Studienrichtung. Ich habe das gelesen.',
          ),
          asks: { citizenshipGroup: { eq: 'other' } },
          required: true,
        },
        {
          id: 'q_passp0',
          key: 'passport',
          type: 'file',
          label: texts(
            'Passport: the page with the photo',
            'Pașaport: pagina cu fotografia',
            'Passeport : la page avec la photo',
            'Reisepass: die Seite mit dem Foto',
          ),
          help: texts(
            'Valid for at least six months after studies begin.',
            'Valabil cel puțin șase luni de la începerea studiilor.',
            'Valable au moins six mois après le début des études.',
            'Ab Studienbeginn noch mindestens sechs Monate gültig.',
          ),
          // The documents of every application include the passport of applicants without a CNP.
          asks: {
            and: [{ citizenshipGroup: { eq: 'other' } }, { identityType: { ne: 'passport' } }],
          },
          required: true,
        },
        {
          id: 'q_langc0',
          key: 'languageCertificate',
          type: 'file',
          label: texts(
            'Certificate of Romanian',
            'Certificat de limba română',
            'Certificat de roumain',
            'Rumänisch-Zertifikat',
          ),
          help: texts(
            'Level B1 or higher. If the programme is taught in another language, a certificate of that language. You can add it later.',
            'Nivelul B1 sau mai mare. Dacă programul se predă în altă limbă, un certificat pentru acea limbă. Îl puteți adăuga mai târziu.',
            'Niveau B1 ou supérieur. Si la formation est dans une autre langue, un certificat de cette langue. Vous pouvez l’ajouter plus tard.',
            'Niveau B1 oder höher. Wird in einer anderen Sprache gelehrt, ein Zertifikat für diese Sprache. Sie können es später hinzufügen.',
          ),
          asks: { and: [{ citizenshipGroup: { ne: 'ro' } }, { diplomaLanguage: { ne: 'ro' } }] },
          required: false,
        },
      ],
    },
  ],
}
