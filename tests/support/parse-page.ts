import { JSDOM } from 'jsdom'

/**
 * Parses a prerendered page without its styles, which take longer to parse than everything else and
 * do not matter to these tests.
 */
export const parsePage = (html: string): Document =>
  new JSDOM(html.replaceAll(/<style[^>]*>.*?<\/style>/gs, '')).window.document
