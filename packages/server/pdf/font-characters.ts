/**
 * Characters of the fonts in `fonts/`: the alphabets of Europe, and Vietnamese. See `README.md`
 * there for how they were made.
 */
const latin = String.raw`\u0020-\u007E\u00A0-\u0181\u0186\u018A\u018D-\u0190\u0192-\u0194\u0196-\u0197\u019A-\u019B\u019E\u01A0-\u01A1\u01AF-\u01B1\u01B7\u01BF-\u01C3\u01CD-\u01DD\u01E2-\u01E7\u01EA-\u01EB\u01EE-\u01F0\u01F4-\u01F5\u01F7-\u0201\u0204-\u0205\u0208-\u0209\u020C-\u020D\u0218-\u0220\u0222-\u0223\u0226-\u0227\u0237\u023A-\u023E\u0241-\u0245\u0248-\u0249\u0259\u1E80-\u1E85\u1E9E\u1EA0-\u1EF9`
const greek = String.raw`\u0384-\u038A\u038C\u038E-\u03A1\u03A3-\u03CE\u03D0-\u03D1\u03D5\u03D7\u03D9\u03DB\u03DD\u03E1\u03F4`
const cyrillic = String.raw`\u0400-\u045F\u0462-\u0463\u0472-\u0475\u0490-\u0493\u0496-\u049B\u04A0-\u04A3\u04AA-\u04AB\u04AE-\u04B3\u04B6-\u04B7\u04BA-\u04BB\u04C0-\u04C4\u04C7-\u04C8\u04CF-\u04D1\u04D4-\u04D9\u04E2-\u04E3\u04E6-\u04E9\u04EE-\u04EF\u04F2-\u04F3\u04F6-\u04F7`
const signs = String.raw`\u02BB-\u02BC\u02C6-\u02C7\u02DA\u02DC-\u02DD\u2013-\u2014\u2018-\u201A\u201C-\u201E\u2020\u2022\u2026\u2032-\u2033\u2039-\u203A\u20AC\u2116\u2122\u2212`
const supported = new RegExp(`[${latin}${greek}${cyrillic}${signs}]`, 'u')

/** Replaces characters that the fonts lack with their base letters, or with a question mark. */
export const replaceMissingCharacters = (text: string): string =>
  [...text.normalize('NFC')]
    .map((sign) => {
      if (supported.test(sign)) return sign
      const base = sign.normalize('NFD').replace(/\p{M}/gu, '')
      return [...base].every((part) => supported.test(part)) ? base : '?'
    })
    .join('')
