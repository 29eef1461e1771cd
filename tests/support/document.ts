import { JSDOM } from 'jsdom'

/** Document of a page that the server has painted, without its styles, which take longer to read than all else and say nothing. */
export const documentOf = (html: string): Document => new JSDOM(html.replaceAll(/<style[^>]*>.*?<\/style>/gs, '')).window.document
