/** Texts of the admission office in the demo: change requests, reasons for declining, notes. */

export interface ChangeRequestTexts {
  readonly issue: string
  readonly issueExplanation: string
  readonly suggestion: string | null
  readonly fields: readonly (readonly [field: string, message: string | null])[]
}

export const changeRequestTexts: readonly ChangeRequestTexts[] = [
  {
    issue: 'Cartea de identitate nu se poate citi',
    issueExplanation:
      'Fotografia cărții de identitate este neclară: seria și numărul nu se pot citi.',
    suggestion: 'Fotografiați documentul la lumina zilei, fără bliț, cu toate colțurile în cadru.',
    fields: [['fileIdCard', 'Seria și numărul trebuie să se poată citi.']],
  },
  {
    issue: 'Diploma lipsește',
    issueExplanation: 'În locul diplomei de bacalaureat a fost trimis un alt document.',
    suggestion: 'Dacă diploma nu a fost încă eliberată, trimiteți adeverința care o înlocuiește.',
    fields: [['fileDiploma', 'Trimiteți diploma sau adeverința.']],
  },
  {
    issue: 'Adresa și codul poștal nu se potrivesc',
    issueExplanation:
      'Codul poștal este din alt județ decât adresa. Vă rugăm să le verificați pe amândouă.',
    suggestion: null,
    fields: [
      ['address', null],
      ['postalCode', 'Verificați codul poștal al adresei.'],
    ],
  },
  {
    issue: 'Numărul de telefon nu răspunde',
    issueExplanation: 'V-am sunat de două ori la numărul indicat, care nu este alocat.',
    suggestion: 'Scrieți numărul la care vă putem suna între orele 8 și 16.',
    fields: [['phone', null]],
  },
  {
    issue: 'Numele diferă de cel din diplomă',
    issueExplanation: 'Prenumele din formular nu este scris la fel ca în diploma de bacalaureat.',
    suggestion: 'Scrieți numele exact ca în certificatul de naștere, cu diacritice.',
    fields: [
      ['firstName', 'Scrieți toate prenumele.'],
      ['fileDiploma', 'Dacă numele s-a schimbat, adăugați documentul.'],
    ],
  },
]

/** Answers of applicants who leave a requested field unchanged. */
export const reasonsToKeepValue: { readonly [field: string]: string | undefined } = {
  firstName: 'Am un singur prenume, la fel ca în certificatul de naștere.',
}

/** Texts for each reason to decline, with cumulative shares. */
export const demoDeclineReasons = [
  [0.24, 'incomplete_documents', 'Documentele cerute nu au fost completate până la termen.'],
  [0.4, 'not_eligible', 'Diploma prezentată nu permite înscrierea la acest program de studii.'],
  [
    0.62,
    'ranked_below_cutoff',
    'Media obținută este sub ultima medie admisă la această specializare.',
  ],
  [0.78, 'no_places', 'Toate locurile acestei specializări au fost ocupate.'],
  [0.86, 'duplicate', 'Există o altă cerere a dumneavoastră pentru aceeași specializare.'],
  [0.92, 'invalid_identity', 'Datele din cartea de identitate nu confirmă datele din formular.'],
  [1, 'other', 'Programul de studii cere o probă de aptitudini la care nu v-ați prezentat.'],
] as const

export const staffNotes = [
  'A sunat și a întrebat despre cazare. I-am trimis regulamentul.',
  'Diploma originală a fost văzută la ghișeu.',
  'De verificat media cu liceul, telefonic.',
  'Candidatul are și o cerere la alt departament.',
] as const

/** Motivation letters for programmes that ask for one. */
export const motivations: readonly string[] = [
  'În ultimul an de licență am lucrat la un proiect pe care aș vrea să îl duc mai departe în disertație. Temele de cercetare ale departamentului sunt cele pentru care m-am pregătit.',
  'Lucrez de doi ani în domeniu și îmi lipsește fundamentul teoretic. Cursurile serale îmi permit să studiez fără să renunț la serviciu.',
  'Am ales acest program pentru practica din semestrul al treilea și pentru profesorii ale căror cursuri le-am urmat deja la licență.',
  'Vreau să continui cu un doctorat, iar acest masterat este drumul cel mai direct spre el.',
  'Am fost voluntară la trei ediții ale școlii de vară a facultății și acolo am înțeles ce vreau să fac mai departe.',
]
