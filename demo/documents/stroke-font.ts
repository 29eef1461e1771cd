/** Letters drawn as strokes, so that images do not depend on the fonts that are installed. */

/** Strokes on a grid of 4 by 6. Each point has two digits, x and y, from the top left. */
const strokes: { readonly [letter: string]: string } = {
  ...{
    A: '062046 1434',
    B: '00063645443303 0030414233',
    C: '4130100105163645',
    D: '00062645412000',
    E: '40000646 0333',
    F: '400006 0333',
  },
  ...{
    G: '41301001051636454323',
    H: '0006 4046 0343',
    I: '1030 2026 1636',
    J: '4045361605',
    K: '0006 400346',
    L: '000646',
  },
  ...{
    M: '0600234046',
    N: '06004640',
    O: '103041453616050110',
    P: '06003041423303',
    Q: '103041453616050110 2446',
  },
  ...{
    R: '06003041423303 2346',
    S: '413010010213334445361605',
    T: '0040 2026',
    U: '000516364540',
    V: '002640',
    W: '0016233640',
  },
  ...{
    X: '0046 4006',
    Y: '002340 2326',
    Z: '00400646',
    0: '103041453616050110',
    1: '112026 1636',
    2: '01103041420646',
  },
  ...{
    3: '011030414233 13334445361605',
    4: '36300444',
    5: '400002324345361605',
    6: '413010010516364543321203',
    7: '004016',
  },
  ...{
    8: '103041423313020110 1304051636454433',
    9: '051636454130100102133342',
    '.': '2526',
    ',': '2517',
    '-': '1333',
    '–': '0343',
  },
  ...{
    '/': '0640',
    ':': '2122 2425',
    '<': '410345',
    '·': '2324',
    '„': '1517 2527',
    '”': '1012 2022',
    '@': '453414133142444601',
  },
}

/** Diacritics above and below letters, as separated by Unicode normalization. */
const diacritics: { readonly [mark: string]: readonly (readonly [x: number, y: number])[] } = {
  '\u0306': [
    [1, -1.7],
    [1.5, -1],
    [2.5, -1],
    [3, -1.7],
  ],
  '\u0302': [
    [1, -0.9],
    [2, -1.8],
    [3, -0.9],
  ],
  '\u0326': [
    [2, 6.9],
    [1.6, 8],
  ],
  '\u0301': [
    [1.7, -0.8],
    [2.7, -1.8],
  ],
  '\u0308': [
    [1.1, -1.3],
    [1.3, -1.3],
  ],
  '\u030b': [
    [1, -0.8],
    [1.8, -1.8],
  ],
}
/** Diacritics with a second dot or stroke. */
const doubledMarks = new Set(['\u0308', '\u030b'])

export type Stroke = readonly (readonly [x: number, y: number])[]

/**
 * Returns the strokes of a line of text with letters of height 1, and its width. Lower-case letters
 * are drawn as capitals.
 */
export function textStrokes(text: string): { readonly strokes: Stroke[]; readonly width: number } {
  const result: Stroke[] = []
  let x = 0
  for (const letter of text.toUpperCase().normalize('NFD')) {
    const mark = diacritics[letter]
    if (mark) {
      const at = (shift: number) => mark.map(([dx, dy]) => [x - 5.6 + dx + shift, dy] as const)
      result.push(at(0), ...(doubledMarks.has(letter) ? [at(1.6)] : []))
      continue
    }
    for (const stroke of strokes[letter]?.split(' ') ?? []) {
      const points = stroke.match(/../g) ?? []
      result.push(points.map((point) => [x + Number(point[0]), Number(point[1])] as const))
    }
    x += letter === ' ' ? 3.4 : 5.6
  }
  return {
    strokes: result.map((stroke) => stroke.map(([px, py]) => [px / 6, py / 6 - 1] as const)),
    width: x / 6,
  }
}
