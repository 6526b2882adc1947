import { escapeHtml } from './read-html.ts'

interface PlainPage {
  readonly title: string
  readonly text: string
  /** Request id in the server's log. */
  readonly reference?: string | undefined
}

/** A page without the names, menus and colours of the blog, which may be what cannot be read. */
export const plainPage = ({ title, text, reference }: PlainPage): string =>
  [
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<meta name="robots" content="noindex"><title>${title}</title><h1>${title}</h1><p>${escapeHtml(text)}</p>`,
    reference === undefined ? '' : `<p>Reference for the people who run this blog: <code>${escapeHtml(reference)}</code></p>`,
    '<p><a href="">Try again</a> <a href="/">Go home</a></p></html>',
  ].join('')

/** Heading of a page that could not be rendered (docs/product.md, 8). */
export const FAILED_PAGE = 'Unexpected Application Error!'
