/**
 * Escapes characters that the XML of a spreadsheet cannot hold as `_xHHHH_` (ECMA-376, ST_Xstring),
 * and unescapes them.
 */

// Control characters except tab and line feed, lone surrogates, and two noncharacters. A carriage
// return would be read as a line feed.
const forbidden = /(?![\t\n])\p{Cc}|[\uFFFE\uFFFF]|\p{Cs}/gu
const escaped = /_x([0-9A-Fa-f]{4})_/g

export const encodeSheetText = (text: string) =>
  text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(
      forbidden,
      (letter) => `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )

/** Lone surrogates become replacement characters. */
export const decodeSheetText = (text: string) =>
  text.includes('_x')
    ? text
        .replace(escaped, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        .replace(/\p{Cs}/gu, '\uFFFD')
    : text
