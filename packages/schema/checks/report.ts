/** Collects mistakes in declarations, and suggests the word that was probably meant. */

/** Records a mistake; `place` is `<resource>.<field or part>`. */
export type Report = (path: string, problem: string) => void

/**
 * Returns a suggestion such as `. Did you mean "read"?` if a known word is similar; otherwise an
 * empty string.
 */
export function didYouMean(word: string, known: Iterable<string>): string {
  const suggestion = nearest(word, known)
  return suggestion === undefined ? '' : `. Did you mean "${suggestion}"?`
}

/** The most similar known word; undefined if none is similar enough. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const limit = word.length < 4 ? 1 : word.length < 8 ? 2 : 3
  let best: { readonly word: string; readonly distance: number } | undefined
  for (const candidate of known) {
    const distance = distanceOf(word.toLowerCase(), candidate.toLowerCase())
    if (distance <= limit && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
      best = { word: candidate, distance }
  }
  return best?.word
}

/**
 * Edit distance with transpositions: the number of characters to insert, delete, replace or swap
 * with the next.
 */
function distanceOf(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let row = 1; row <= from.length; row++) {
    rows[row] = [row]
    for (let column = 1; column <= to.length; column++) {
      const substitution = at(row - 1, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1)
      const transposition =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1]
          ? at(row - 2, column - 2) + 1
          : Number.POSITIVE_INFINITY
      rows[row]?.push(
        Math.min(substitution, at(row - 1, column) + 1, at(row, column - 1) + 1, transposition),
      )
    }
  }
  return at(from.length, to.length)
}
