/** The three documents of a fictitious applicant. */
import {
  box,
  type Colour,
  disc,
  faintInk,
  frame,
  ink,
  line,
  type Scene,
  type Shape,
  textShape,
} from './scene.ts'

/** Data shown in an applicant's documents. */
export interface DocumentHolder {
  readonly firstName: string
  readonly lastName: string
  readonly sex: 'F' | 'M'
  /** `YYYY-MM-DD` */
  readonly birthDate: string
  readonly cnp: string | null
  /** Series and number of the identity card, or the number of another document. */
  readonly documentNumber: string
  readonly city: string
  readonly county: string | null
  readonly address: string
  readonly phone: string
  readonly personalEmail: string
  readonly average: number | null
  readonly year: number | null
  /** A number from 0 to 99 that varies the drawing. */
  readonly variant: number
}

const blue: Colour = [30, 74, 122]
const brass: Colour = [176, 136, 44]
const white: Colour = [255, 255, 255]
const date = (iso: string) => iso.split('-').reverse().join('.')

/** A specimen that is clearly marked as not being a real identity card. */
export function identityCard(bearer: DocumentHolder): Scene {
  const { lastName, firstName, sex, birthDate, cnp, documentNumber, city, county, address } = bearer
  const label = (x: number, y: number, text: string) =>
    textShape(x, y, 15, text, { colour: faintInk })
  const value = (x: number, y: number, text: string) =>
    textShape(x, y, 25, text.toUpperCase(), { isBold: true })
  const code = `IDROU${toMachineReadable(lastName)}<<${toMachineReadable(firstName)}`
    .padEnd(36, '<')
    .slice(0, 36)
  return {
    width: 1000,
    height: 640,
    paper: [226, 236, 240],
    shapes: [
      ...Array.from({ length: 16 }, (_, i) =>
        line([0, 40 * i], [1000, 40 * i + 60], 1, [200, 217, 226]),
      ),
      box(0, 0, 1000, 70, blue),
      textShape(500, 45, 26, 'CARTE DE IDENTITATE · DOCUMENT DEMONSTRATIV', {
        colour: white,
        isBold: true,
        isCentred: true,
      }),
      ...portrait(40, 120, sex, bearer.variant),
      label(340, 130, 'Seria și numărul'),
      value(340, 160, `${documentNumber.slice(0, 2)} ${documentNumber.slice(2)}`),
      label(640, 130, 'CNP'),
      value(640, 160, cnp ?? '–'),
      label(340, 210, 'Nume'),
      value(340, 240, lastName),
      label(340, 285, 'Prenume'),
      value(340, 315, firstName),
      label(340, 360, 'Data nașterii'),
      value(340, 390, date(birthDate)),
      label(640, 360, 'Sex'),
      value(640, 390, sex),
      label(340, 435, 'Domiciliu'),
      value(340, 465, county ? `Jud. ${county}, ${city}` : city),
      value(340, 497, address),
      box(0, 540, 1000, 100, white),
      textShape(30, 580, 25, code),
      textShape(
        30,
        618,
        25,
        `${toMachineReadable(documentNumber)}<ROU${birthDate.slice(2).replaceAll('-', '')}${sex}`.padEnd(
          36,
          '<',
        ),
      ),
    ],
  }
}

/** A figure made of discs, different on each card. */
function portrait(x: number, y: number, sex: 'F' | 'M', variant: number): Shape[] {
  const skins: readonly Colour[] = [
    [226, 190, 164],
    [238, 205, 180],
    [205, 165, 136],
  ]
  const hairs: readonly Colour[] = [
    [62, 44, 34],
    [32, 30, 34],
    [140, 96, 52],
    [92, 64, 40],
  ]
  const coats: readonly Colour[] = [
    [70, 92, 120],
    [110, 64, 70],
    [60, 96, 84],
    [84, 78, 104],
    [50, 54, 62],
  ]
  const pickFrom = (list: readonly Colour[]): Colour => list[variant % list.length] ?? ink
  const [skin, hair, coat] = [pickFrom(skins), pickFrom(hairs), pickFrom(coats)]
  return [
    box(x, y, 260, 340, [196, 206, 214]),
    ...(sex === 'F' ? [disc(x + 95, y + 175, 48, hair), disc(x + 165, y + 175, 48, hair)] : []),
    disc(x + 130, y + 118, 80, hair),
    box(x + 105, y + 170, 50, 70, skin),
    disc(x + 130, y + 145, 68, skin),
    disc(x + 106, y + 138, 7, ink),
    disc(x + 154, y + 138, 7, ink),
    line([x + 130, y + 145], [x + 126, y + 165], 4, [190, 150, 124]),
    line([x + 110, y + 184], [x + 150, y + 184], 5, [160, 84, 78]),
    disc(x + 75, y + 275, 45, coat),
    disc(x + 185, y + 275, 45, coat),
    box(x + 30, y + 265, 200, 75, coat),
    box(x + 75, y + 232, 110, 60, coat),
  ]
}

export function diploma(bearer: DocumentHolder): Scene {
  const { lastName, firstName, birthDate, city, average, year, variant } = bearer
  const centred = (y: number, size: number, text: string, isBold = false) =>
    textShape(421, y, size, text, { isCentred: true, isBold })
  const serial = `${'ABCDEFGH'[variant % 8]} NR. ${String(100_000 + variant * 7919).slice(-6)}`
  return {
    width: 842,
    height: 595,
    paper: [251, 247, 235],
    shapes: [
      ...frame(24, 24, 794, 547, 4, brass),
      ...frame(34, 34, 774, 527, 1, brass),
      disc(421, 92, 30, brass),
      disc(421, 92, 25, [251, 247, 235]),
      line([421, 74], [421, 110], 3, brass),
      line([403, 92], [439, 92], 3, brass),
      centred(146, 14, 'ROMÂNIA · LICEUL DEMONSTRATIV'),
      centred(196, 34, 'DIPLOMĂ DE BACALAUREAT', true),
      centred(222, 12, `Seria ${serial} · document demonstrativ, fără valoare`),
      centred(272, 15, 'Se acordă'),
      centred(308, 27, `${lastName} ${firstName}`, true),
      centred(340, 14, `născut(ă) la ${date(birthDate)}, în ${city},`),
      centred(
        366,
        14,
        `care a promovat examenul de bacalaureat, sesiunea iunie–iulie ${year ?? ''},`,
      ),
      centred(
        400,
        18,
        average === null ? '' : `cu media generală ${average.toFixed(2).replace('.', ',')}`,
        true,
      ),
      line([110, 500], [290, 500], 1, faintInk),
      line([552, 500], [732, 500], 1, faintInk),
      textShape(200, 518, 11, 'Director', { isCentred: true, colour: faintInk }),
      textShape(642, 518, 11, 'Secretar-șef', { isCentred: true, colour: faintInk }),
      ...signature(140, 488, variant),
      ...signature(582, 488, variant + 3),
      disc(421, 490, 44, [216, 222, 236]),
      disc(421, 490, 36, [251, 247, 235]),
      textShape(421, 494, 10, 'L. D.', { isCentred: true, colour: blue }),
    ],
  }
}

/** A zigzag of a few strokes. */
const signature = (x: number, y: number, variant: number): Shape[] =>
  Array.from({ length: 7 }, (_, i) => {
    const height = (at: number) => ((variant * 13 + at * 29) % 26) * (at % 2 ? 1 : -0.4)
    return line([x + i * 16, y - height(i)], [x + (i + 1) * 16, y - height(i + 1)], 1.6, blue)
  })

const schools = [
  'Colegiul Național „Demonstrativ”',
  'Liceul Teoretic „Exemplu”',
  'Colegiul Tehnic „Model”',
  'Liceul de Arte „Schiță”',
]
const hobbies = [
  'Voluntar la biblioteca orașului',
  'Membră sau membru al clubului de dezbateri',
  'Cor și chitară',
  'Atletism, 800 m',
  'Olimpiada de matematică, etapa județeană',
]
const languages = [
  'Engleză, B2',
  'Franceză, B1',
  'Germană, A2',
  'Maghiară, limbă maternă',
  'Engleză, C1',
]
const skills = [
  'Prelucrarea textelor și calcul tabelar',
  'Programare în Python, nivel începător',
  'Permis de conducere categoria B',
  'Fotografie și montaj video',
  'Lucru în echipă',
]

/** Two pages, to demonstrate paging. */
export function curriculumVitae(bearer: DocumentHolder): Scene[] {
  const { lastName, firstName, birthDate, city, address, phone, personalEmail, year, variant } =
    bearer
  const from = (list: readonly string[], index: number) =>
    list[(variant + index) % list.length] ?? ''
  const heading = (y: number, text: string): Shape[] => [
    textShape(56, y, 14, text, { isBold: true, colour: blue }),
    line([56, y + 7], [539, y + 7], 1, blue),
  ]
  const row = (y: number, left: string, right: string): Shape[] => [
    textShape(56, y, 10.5, left, { colour: faintInk }),
    textShape(190, y, 10.5, right),
  ]
  const left = year ?? Number(birthDate.slice(0, 4)) + 19
  const page = (shapes: readonly Shape[], number: number): Scene => ({
    ...{ width: 595, height: 842, paper: white },
    shapes: [
      ...shapes,
      textShape(297, 812, 9, `${number} / 2`, { isCentred: true, colour: faintInk }),
    ],
  })
  const first = [
    textShape(56, 84, 26, `${firstName} ${lastName}`, { isBold: true }),
    textShape(56, 106, 11, 'Curriculum vitae · document demonstrativ', { colour: faintInk }),
    ...heading(150, 'Date personale'),
    ...row(176, 'Data nașterii', date(birthDate)),
    ...row(194, 'Adresa', `${address}, ${city}`),
    ...row(212, 'Telefon', phone),
    ...row(230, 'E-mail', personalEmail),
    ...heading(274, 'Educație'),
    ...row(300, `${left - 4}–${left}`, from(schools, 0)),
    ...row(318, '', `Profil ${from(['real', 'umanist', 'tehnologic', 'vocațional'], 1)}, ${city}`),
    ...row(342, `${left - 8}–${left - 4}`, `Școala Gimnazială nr. ${1 + (variant % 12)}, ${city}`),
    ...heading(386, 'Limbi străine'),
    ...row(412, '', from(languages, 0)),
    ...row(430, '', from(languages, 2)),
    ...heading(474, 'Competențe'),
    ...[0, 1, 2].flatMap((index) => row(500 + index * 18, '', from(skills, index))),
  ]
  const second = [
    ...heading(84, 'Activități'),
    ...[0, 2, 3].flatMap((index, i) => row(110 + i * 18, String(left - i), from(hobbies, index))),
    ...heading(192, 'De ce acest program de studii'),
    ...motives.map((text, i) => textShape(56, 218 + i * 18, 10.5, text)),
    textShape(56, 330, 10.5, `${city}, ${left}`),
    ...signature(400, 330, variant),
  ]
  return [page(first, 1), page(second, 2)]
}

const motives = [
  'Mi-am dorit să studiez aici de când am vizitat universitatea la Zilele porților deschise.',
  'Materiile care mi-au plăcut cel mai mult în liceu sunt cele pe care le continuă acest program.',
  'Vreau să lucrez în domeniu încă din timpul facultății și să rămân în oraș după absolvire.',
]

/** Converts text to the characters of the machine-readable lines. */
const toMachineReadable = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '<')
