/** The letters of our own font; see `public/fonts/README.md`. */
const known =
  /[\u0020-\u007E\u00A0-\u00FF\u0102-\u0107\u010C\u010D\u0110\u0111\u0118\u0119\u0131\u0141-\u0144\u0150-\u0153\u015A\u015B\u015E-\u0163\u0170\u0171\u0178-\u017E\u0218-\u021B\u1E9E\u2013\u2014\u2018-\u201A\u201C-\u201E\u2022\u2026\u20AC]/u

/** A text in letters that the font has: others without their marks where that helps, else a question mark. */
export const drawable = (text: string): string =>
  [...text.normalize('NFC')]
    .map((sign) => {
      if (known.test(sign)) return sign
      const plain = sign.normalize('NFD').replace(/\p{M}/gu, '')
      return [...plain].every((part) => known.test(part)) ? plain : '?'
    })
    .join('')
