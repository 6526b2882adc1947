/** `.vite/manifest.json` of the browser build, as far as we read it. */
interface ViteManifestChunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
  readonly assets?: readonly string[]
}
export type ViteManifest = Readonly<Record<string, ViteManifestChunk>>

/** Addresses of what a page loads first. */
export interface PageAssets {
  readonly script: string
  readonly styles: readonly string[]
  readonly preloads: readonly string[]
  readonly font: string | null
}

const ENTRY = 'src/web/entry-client.tsx'
const HEADING_FONT = /fraunces-latin-600-normal[^/]*\.woff2$/

/** Where Vite's development server has the same. */
const DEV_ASSETS: PageAssets = {
  script: `/${ENTRY}`,
  styles: ['/src/web/styles/main.css'],
  preloads: [],
  font: null,
}

const collect = (manifest: ViteManifest, key: string, seen: Map<string, ViteManifestChunk>) => {
  const chunk = manifest[key]
  if (chunk === undefined || seen.has(key)) return
  seen.set(key, chunk)
  for (const imported of chunk.imports ?? []) collect(manifest, imported, seen)
}

/** Worked out once for each screen: a manifest never changes. */
const known = new WeakMap<ViteManifest, Map<string, PageAssets>>()

export const pageAssets = (manifest: ViteManifest | null, pageModule: string): PageAssets => {
  if (manifest === null) return DEV_ASSETS
  const pages = known.get(manifest) ?? new Map<string, PageAssets>()
  known.set(manifest, pages)
  const assets = pages.get(pageModule) ?? readAssets(manifest, pageModule)
  pages.set(pageModule, assets)
  return assets
}

/** Everything that the entry and a page's module import, so the browser fetches it in one round. */
const readAssets = (manifest: ViteManifest, pageModule: string): PageAssets => {
  const entry = manifest[ENTRY]
  if (entry === undefined) throw new Error(`The manifest has no ${ENTRY}; build the browser part again.`)
  const chunks = new Map<string, ViteManifestChunk>()
  collect(manifest, ENTRY, chunks)
  collect(manifest, pageModule, chunks)
  const all = [...chunks.values()]
  const font = all.flatMap((chunk) => chunk.assets ?? []).find((asset) => HEADING_FONT.test(asset))
  return {
    script: `/${entry.file}`,
    styles: [...new Set(all.flatMap((chunk) => chunk.css ?? []))].map((file) => `/${file}`),
    preloads: all.filter((chunk) => chunk !== entry).map((chunk) => `/${chunk.file}`),
    font: font === undefined ? null : `/${font}`,
  }
}
