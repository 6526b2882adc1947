import { DomUtils, parseDocument } from 'htmlparser2'
import type { Caller } from './call-as.ts'

interface ServedLink {
  readonly text: string
  readonly href: string | undefined
  readonly target: string | undefined
}

/** What a page holds when it leaves the server. */
export interface ServedPage {
  readonly status: number
  /** After redirects. */
  readonly address: string
  readonly html: string
  readonly title: string | undefined
  readonly heading: string | undefined
  /** All words that a reader may see. */
  readonly text: string
  /** Links of the page, or of the navigation of this name. */
  readonly links: (navigation?: string) => readonly ServedLink[]
  /** Chosen options of its selects. */
  readonly chosen: readonly string[]
}

/** Reads a page as the server renders it, for a visitor unless a caller is given. Opening it in a browser takes ten times as long. */
export async function readPage(url: string, caller?: Caller): Promise<ServedPage> {
  const cookie = caller?.storageState.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const response = await fetch(url, cookie === undefined ? {} : { headers: { cookie } })
  const { pathname, search } = new URL(response.url)
  const html = await response.text()
  const document = parseDocument(html)
  const named = (name: string, within: typeof document.children = document.children) => DomUtils.getElementsByTagName(name, within, true)
  const [title, heading] = ['title', 'h1'].map((name) => named(name)[0])
  return {
    status: response.status,
    address: pathname + search,
    html,
    title: title && wordsOf(title),
    heading: heading && wordsOf(heading),
    text: wordsOf(named('body')),
    links: (navigation) => {
      const within =
        navigation === undefined ? document.children : named('nav').filter(({ attribs }) => attribs['aria-label'] === navigation)
      return named('a', within).map((link) => ({ text: wordsOf(link), href: link.attribs['href'], target: link.attribs['target'] }))
    },
    chosen: named('option')
      .filter(({ attribs }) => 'selected' in attribs)
      .map(wordsOf),
  }
}

const wordsOf = (nodes: Parameters<typeof DomUtils.innerText>[0]): string => DomUtils.innerText(nodes).replaceAll(/\s+/g, ' ').trim()
