import { brotliCompressSync } from 'node:zlib'

/** One file of a first visit, in bytes of brotli. */
export interface WeighedFile {
  readonly path: string
  readonly kind: 'html' | 'js' | 'css' | 'font'
  readonly bytes: number
}

/** What a first visit loads before any picture. */
export interface PageWeight {
  readonly files: readonly WeighedFile[]
  readonly html: number
  readonly js: number
  readonly css: number
}

/** What a file is for, by the first part of its name. */
const PURPOSES: Readonly<Record<string, string>> = {
  vendor: 'React, React DOM and zustand: hydration, every screen',
  'entry-client': 'router, layout, session, theme, and the table of screens',
  shared: 'the API’s client, the store, buttons, fields, dialogs, cards: what several screens share',
  'post.page': 'the post: body, comments with their form, editing, likes, reports',
  heart: 'one icon, shared with another screen',
  'show-more': 'the button below a list, shared with another screen',
  'use-hydrated': 'whether the scripts have taken over, shared with another screen',
  'rolldown-runtime': 'joins the files',
}

const asBrotli = { headers: { 'accept-encoding': 'br' } }

/** fetch() decodes the body, so the size is the content-length; static files have one. */
async function wireBytes(url: string): Promise<number> {
  const response = await fetch(url, asBrotli)
  const bytes = (await response.arrayBuffer()).byteLength
  return Number(response.headers.get('content-length') ?? bytes)
}

const kindOf = (path: string): WeighedFile['kind'] => (path.endsWith('.js') ? 'js' : path.endsWith('.css') ? 'css' : 'font')

/** The page, and every script, style and font that it names or preloads. */
export async function weighPage(url: string): Promise<PageWeight> {
  const html = await (await fetch(url, asBrotli)).text()
  const paths = new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css|woff2))"/g)].map(([, path]) => path ?? ''))
  const files: WeighedFile[] = []
  for (const path of paths) files.push({ path, kind: kindOf(path), bytes: await wireBytes(new URL(path, url).href) })
  const page = { path: new URL(url).pathname, kind: 'html', bytes: brotliCompressSync(html).byteLength } as const
  const sum = (kind: WeighedFile['kind']) => files.reduce((bytes, file) => bytes + (file.kind === kind ? file.bytes : 0), 0)
  return { files: [page, ...files].toSorted((a, b) => b.bytes - a.bytes), html: page.bytes, js: sum('js'), css: sum('css') }
}

/** Rows of a table: each file with what it is for, and the sums that have limits. */
export function describeWeight({ files, js, css }: PageWeight): string[][] {
  const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1)
  const name = ({ path, kind }: WeighedFile) =>
    kind === 'html' ? 'the page itself' : path.replace(/^\/assets\/(.*)-[\w-]{8}(\.\w+)$/, '$1$2')
  const purpose = ({ path, kind }: WeighedFile) => {
    if (kind === 'html') return 'text, comments and cards, and their hydration data'
    if (kind === 'css') return 'the styles of every screen but the editor'
    if (kind === 'font') return 'headings, their Latin letters only; text uses the system’s font'
    return PURPOSES[/^\/assets\/(.*)-[\w-]{8}\.js$/.exec(path)?.[1] ?? ''] ?? 'not explained yet'
  }
  return [
    ...files.map((file) => [name(file), kilobytes(file.bytes), purpose(file)]),
    ['all scripts', kilobytes(js), 'at most 85'],
    ['all styles', kilobytes(css), 'at most 12'],
  ]
}
