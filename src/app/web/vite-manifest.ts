/** `.vite/manifest.json` of the browser build: the fields that we read. */
interface ViteManifestChunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}
export type ViteManifest = Readonly<Record<string, ViteManifestChunk>>

/** URLs of the scripts and style sheets of a page. */
export interface PageAssets {
  readonly script: string
  /** Style sheets to link; a built page of readers has its own inline. */
  readonly styles: readonly string[]
  readonly preloads: readonly string[]
}

const READER_SCRIPT = 'src/app/web/entry-reader.ts'
const READERS_STYLE = 'src/ui/styles/readers.css'
const APP_STYLE = 'src/ui/styles/app.css'
const ISLAND_GLUE = 'src/pages/islands/hydrate-island.tsx'

const collect = (manifest: ViteManifest, key: string, seen: Map<string, ViteManifestChunk>) => {
  const chunk = manifest[key]
  if (chunk === undefined) throw new Error(`The manifest has no ${key}; build the browser part again.`)
  if (seen.has(key)) return
  seen.set(key, chunk)
  for (const imported of chunk.imports ?? []) collect(manifest, imported, seen)
}

const asPath = (file: string) => `/${file}`

interface AssetOptions {
  /** Modules of the islands that are hydrated with the page. */
  readonly islands: readonly string[]
  /** The dashboard and the writing pages load app.css. */
  readonly isApp: boolean
}

/** @param manifest null in development, where Vite's server adds its own tags */
export const pageAssets = (manifest: ViteManifest | null, { islands, isApp }: AssetOptions): PageAssets => {
  if (manifest === null) return { script: asPath(READER_SCRIPT), styles: [asPath(isApp ? APP_STYLE : READERS_STYLE)], preloads: [] }
  const chunks = new Map<string, ViteManifestChunk>()
  collect(manifest, READER_SCRIPT, chunks)
  const entry = manifest[READER_SCRIPT]
  for (const module of islands.length === 0 ? [] : [ISLAND_GLUE, ...islands]) collect(manifest, module, chunks)
  const all = [...chunks.values()]
  const styles = [...(isApp ? [manifest[APP_STYLE]?.file ?? ''] : []), ...all.flatMap((chunk) => chunk.css ?? [])]
  return {
    script: asPath(entry?.file ?? ''),
    styles: [...new Set(styles)].map(asPath),
    preloads: all.filter((chunk) => chunk !== entry).map((chunk) => asPath(chunk.file)),
  }
}
