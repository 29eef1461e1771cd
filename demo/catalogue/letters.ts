import type { CatalogueDepartment } from './entry.ts'

export const letters: CatalogueDepartment = {
  name: 'Litere',
  description: 'Limbi și literaturi, lingvistică și traductologie; gazda lectoratelor străine.',
  building: 'F',
  mailbox: 'litere',
  budget: 1_960_000,
  fields: [
    'lingvistică generală',
    'literatură comparată',
    'literatură română modernă',
    'traductologie',
    'fonetică',
    'literatură engleză',
    'Literatur der deutschsprachigen Minderheiten',
  ],
  specializations: [
    {
      code: 'LRO',
      name: 'Limba și literatura română',
      cycle: 'bachelor',
      language: 'ro',
      description: 'Limbă, literatură veche și modernă, teoria literaturii.',
      groups: 1,
      semesters: [
        'Limba română contemporană. Fonetică; Literatura română veche; Introducere în teoria literaturii',
        'Limba română contemporană. Lexicologie; Literatura română premodernă; Introducere în lingvistică',
        'Limba română contemporană. Morfologie; Marii clasici; Literatură comparată',
        'Istoria limbii române; Literatura română interbelică: proza; Folclor literar',
        'Limba română contemporană. Sintaxă; Literatura română interbelică: poezia; Stilistică',
        'Dialectologie; Literatura română postbelică; Lucrare de licență',
      ],
    },
    {
      code: 'LEN',
      name: 'Limba și literatura engleză',
      cycle: 'bachelor',
      language: 'en',
      description: 'Limbă, literaturi și culturi anglofone, cu seminare de traducere.',
      groups: 2,
      semesters: [
        'English Phonetics and Phonology; Medieval and Renaissance Literature; Academic Writing',
        'English Lexicology; Shakespeare and His Contemporaries; British Culture and Civilization',
        'English Morphology; The Eighteenth-Century Novel; Translation Practice',
        'English Syntax; Romantic and Victorian Literature; American Studies',
        'Semantics and Pragmatics; Modernism; American Literature',
        'Discourse Analysis; Contemporary British Fiction; Diploma Paper',
      ],
    },
    {
      code: 'LGE',
      name: 'Limba și literatura germană',
      cycle: 'bachelor',
      language: 'de',
      description:
        'Linie de studiu în limba germană, cu literatura minorităților germane din România.',
      groups: 1,
      semesters: [
        'Phonetik und Phonologie des Deutschen; Einführung in die Literaturwissenschaft; Landeskunde',
        'Lexikologie; Literatur der Aufklärung; Sprachpraxis und Textproduktion',
        'Morphologie; Weimarer Klassik; Übersetzungsübungen',
        'Syntax; Romantik und Biedermeier; Sprachgeschichte',
        'Textlinguistik; Literatur der Moderne; Rumäniendeutsche Literatur',
        'Pragmatik; Gegenwartsliteratur; Vorbereitung der Abschlussarbeit',
      ],
    },
  ],
}
