import { escapeHtml } from './read-html.ts'

interface PlainPage {
  readonly title: string
  readonly text: string
  /** Request id in the server's log. */
  readonly reference?: string | undefined
  /** Values of a submitted form by field name, to be copied. */
  readonly typed?: Readonly<Record<string, string>> | undefined
}

// A parser drops the first line break.
const typedField = ([name, value]: readonly [string, string]): string =>
  `<p><label>${escapeHtml(name)}<br><textarea readonly rows="8" cols="40">\n${escapeHtml(value)}</textarea></label></p>`

/** A page without the names, menus and colours of the blog, which may be what cannot be read. */
export const plainPage = ({ title, text, reference, typed }: PlainPage): string =>
  [
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`,
    ...Object.entries(typed ?? {}).map(typedField),
    reference === undefined ? '' : `<p>Reference for the people who run this blog: <code>${escapeHtml(reference)}</code></p>`,
    `<p><a href="">${typed === undefined ? 'Try again' : 'Open the page'}</a> <a href="/">Go home</a></p></html>`,
  ].join('')

/** Heading of a page that could not be rendered. */
export const FAILED_PAGE = 'Unexpected Application Error!'
