import type { ListedImport } from '#moving/contract/imports.endpoints.ts'
import { LocalTime } from '#site/web/index.ts'
import { sizeText } from '#media/web/index.ts'

const FORMATS = { wordpress: 'WordPress', ghost: 'Ghost', kindred: 'Archive' } as const

/** 'old-blog.xml · WordPress · 12.3 MB · of 3 May 2026' */
export const FileLine = ({ of }: { readonly of: ListedImport }) => (
  <p className="mt-1 text-small wrap-anywhere text-ink-soft">
    {of.fileName} · {FORMATS[of.format]} · {sizeText(of.bytes)} · <LocalTime at={of.createdAt} dayOnly />
  </p>
)
