/** What a first visit loads, in brotli bytes as they cross the wire. */
export interface PageWeight {
  readonly html: number
  readonly js: number
  readonly css: number
}

const asBrotli = { headers: { 'accept-encoding': 'br' } }

/** fetch() decodes, so the size is read off the answer's length header; static files have one. */
async function wireBytes(url: string): Promise<number> {
  const response = await fetch(url, asBrotli)
  const bytes = (await response.arrayBuffer()).byteLength
  return Number(response.headers.get('content-length') ?? bytes)
}

/** Every script the page names, by itself or as a preload, and its styles. */
export async function weighPage(url: string): Promise<PageWeight> {
  const response = await fetch(url, asBrotli)
  const html = await response.text()
  const { brotliCompressSync } = await import('node:zlib')
  const scripts = new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path ?? ''))
  const styles = new Set([...html.matchAll(/href="(\/assets\/[^"]+\.css)"/g)].map(([, path]) => path ?? ''))
  const sum = async (paths: Iterable<string>) => {
    let bytes = 0
    for (const path of paths) bytes += await wireBytes(new URL(path, url).href)
    return bytes
  }
  return { html: brotliCompressSync(html).byteLength, js: await sum(scripts), css: await sum(styles) }
}
