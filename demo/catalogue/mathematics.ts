import type { CatalogueDepartment } from './entry.ts'

export const mathematics: CatalogueDepartment = {
  name: 'Matematică',
  description:
    'Formează matematicieni, profesori și analiști de date; coordonează seminarul de geometrie al universității.',
  building: 'B',
  mailbox: 'matematica',
  budget: 2_640_000,
  fields: [
    'analiză matematică',
    'algebră comutativă',
    'geometrie diferențială',
    'ecuații diferențiale',
    'teoria probabilităților',
    'analiză numerică',
    'didactica matematicii',
  ],
  specializations: [
    {
      code: 'MAT',
      name: 'Matematică',
      cycle: 'bachelor',
      language: 'ro',
      description: 'Pregătire teoretică solidă pentru cercetare și învățământ.',
      groups: 1,
      semesters: [
        'Analiză matematică pe dreapta reală; Algebră liniară; Geometrie analitică',
        'Calcul diferențial în mai multe variabile; Structuri algebrice; Programare și algoritmi',
        'Calcul integral; Teoria grupurilor; Ecuații diferențiale',
        'Funcții complexe; Geometria curbelor și suprafețelor; Analiză numerică',
        'Analiză funcțională; Probabilități; Mecanică teoretică',
        'Statistică matematică; Teoria numerelor; Elaborarea lucrării de licență',
      ],
    },
    {
      code: 'MAI',
      name: 'Matematică-informatică',
      cycle: 'bachelor',
      language: 'ro',
      description: 'Dublă pregătire, în matematică și în informatică.',
      groups: 2,
      semesters: [
        'Analiză matematică I; Algebră I; Bazele informaticii',
        'Analiză matematică II; Geometrie; Algoritmică și programare',
        'Ecuații diferențiale și cu derivate parțiale; Programare orientată obiect; Combinatorică și grafuri',
        'Probabilități și statistică; Baze de date; Calcul numeric',
        'Cercetări operaționale; Inteligență artificială; Tehnici de optimizare',
        'Modelare matematică; Dezvoltarea aplicațiilor web; Elaborarea lucrării de licență',
      ],
    },
    {
      code: 'MCO-M',
      name: 'Matematici computaționale',
      cycle: 'master',
      language: 'ro',
      description: 'Master de doi ani despre metode numerice și analiza datelor.',
      groups: 1,
      semesters: [
        'Metode numerice avansate; Statistică aplicată; Programare științifică',
        'Optimizare convexă; Elemente finite; Învățare statistică',
        'Procese stochastice; Analiza datelor mari; Modelare în finanțe',
        'Calcul de înaltă performanță; Metodologia cercetării științifice; Elaborarea disertației',
      ],
    },
  ],
}
