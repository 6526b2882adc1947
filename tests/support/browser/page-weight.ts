import { brotliCompressSync } from 'node:zlib'

/** A file of a first visit; sizes in bytes after brotli. */
export interface WeighedFile {
  readonly path: string
  readonly kind: 'html' | 'js' | 'css' | 'font'
  readonly bytes: number
}

/** What a first visit loads, without pictures. */
export interface PageWeight {
  readonly files: readonly WeighedFile[]
  readonly html: number
  readonly js: number
  /** Inline styles and style sheets. */
  readonly css: number
  readonly total: number
}

/** Purpose of a file, by the first part of its name. */
const PURPOSES: Readonly<Record<string, string>> = {
  'entry-reader': 'theme, menus, times, who is signed in, and the start of islands',
  store: 'theme and account as the browser stores them',
}

const asBrotli = { headers: { 'accept-encoding': 'br' } }

/** fetch() decodes the body, so the size is the content-length; static files have one. */
async function wireBytes(url: string): Promise<number> {
  const response = await fetch(url, asBrotli)
  const bytes = (await response.arrayBuffer()).byteLength
  return Number(response.headers.get('content-length') ?? bytes)
}

const kindOf = (path: string): WeighedFile['kind'] => (path.endsWith('.js') ? 'js' : path.endsWith('.css') ? 'css' : 'font')

/** The size of one file as a browser gets it. */
export async function weighFile(url: string): Promise<WeighedFile> {
  const { pathname } = new URL(url)
  return { path: pathname, kind: kindOf(pathname), bytes: await wireBytes(url) }
}

const named = (html: string, pattern: RegExp): Set<string> => new Set([...html.matchAll(pattern)].map(([, path]) => path ?? ''))

/** Weighs a page, the files that it names, and their imports. */
export async function weighPage(url: string): Promise<PageWeight> {
  const html = await (await fetch(url, asBrotli)).text()
  const paths = named(html, /(?:src|href)="(\/assets\/[^"]+\.(?:js|css|woff2))"/g)
  const style = [...html.matchAll(/<style>([^<]*)<\/style>/g)].map(([, text]) => text ?? '').join('\n')
  for (const path of named(style, /url\("?(\/assets\/[^)"]+\.woff2)"?\)/g)) paths.add(path)
  for (const path of [...paths].filter((each) => each.endsWith('.js'))) {
    const script = await (await fetch(new URL(path, url))).text()
    for (const imported of named(script, /(?:from|import)\s*"\.\/([^"]+\.js)"/g)) paths.add(`/assets/${imported}`)
  }
  const files = await Promise.all([...paths].map((path) => weighFile(new URL(path, url).href)))
  const page = { path: new URL(url).pathname, kind: 'html', bytes: brotliCompressSync(html).byteLength } as const
  const inline: WeighedFile[] = style === '' ? [] : [{ path: 'inline', kind: 'css', bytes: brotliCompressSync(style).byteLength }]
  const all = [page, ...files].toSorted((a, b) => b.bytes - a.bytes)
  const sum = (list: readonly WeighedFile[], kind?: WeighedFile['kind']) =>
    list.reduce((bytes, file) => bytes + (kind === undefined || file.kind === kind ? file.bytes : 0), 0)
  return { files: all, html: page.bytes, js: sum(all, 'js'), css: sum([...files, ...inline], 'css'), total: sum(all) }
}

/** Returns table rows: each file with its purpose, and the sums that have limits. */
export function describeWeight({ files, js, css, total }: PageWeight): string[][] {
  const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1)
  const name = ({ path, kind }: WeighedFile) =>
    kind === 'html' ? 'the page itself' : path.replace(/^\/assets\/(.*)-[\w-]{8}(\.\w+)$/, '$1$2')
  const purpose = ({ path, kind }: WeighedFile) => {
    if (kind === 'html') return 'text, comments, cards and the style of reading pages'
    if (kind === 'css') return 'the styles of the dashboard and of writing'
    if (kind === 'font') return 'headings, their Latin letters only; text uses the system’s font'
    return PURPOSES[/^\/assets\/(.*)-[\w-]{8}\.js$/.exec(path)?.[1] ?? ''] ?? 'not explained yet'
  }
  return [
    ...files.map((file) => [name(file), kilobytes(file.bytes), purpose(file)]),
    ['all scripts', kilobytes(js), 'at most 8'],
    ['all styles, inline too', kilobytes(css), 'at most 8'],
    ['all', kilobytes(total), 'at most 45'],
  ]
}
