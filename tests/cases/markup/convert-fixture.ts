import { ghostHtml, type GhostTexts } from '#import-export/server/readers/ghost/ghost-body.ts'
import { importBody } from '#import-export/server/writer/posts/import-body.ts'
import type { Attachment } from '#import-export/server/readers/wordpress/wordpress-index.ts'
import { wordpressHtml } from '#import-export/server/readers/wordpress/wordpress-body.ts'
import { canonicalBody } from '#import-export/server/formats/markdown-to-html.ts'

export interface Converted {
  /** Stored HTML. */
  readonly html: string
  /** Lines of the report, as `kind: detail`. */
  readonly notes: readonly string[]
}

const SITE = 'https://old.example'
const ORIGIN = 'https://blog.example.org'

/** Addresses of stored files end like their original addresses. */
const storedAt = (address: string) =>
  `/files/AAAAAAAAAAAAAAAA/1700000000000-${address.startsWith('data:') ? 'picture.png' : address.replace(/^.*\//, '')}`

/** Converts as an import does, with a storage that has every picture and file. */
async function convert(html: string, notes: string[]): Promise<Converted> {
  const isOwn = (address: string) => address.startsWith(SITE)
  const body = await importBody(html, {
    publicUrl: ORIGIN,
    isForeign: true,
    importPicture: async (address) => ({ url: storedAt(address) }),
    importFile: async (address) => ({ url: storedAt(address) }),
    linkTo: (address) => address,
    isOwnPicture: isOwn,
    isOwnFile: (address) => isOwn(address) && /\.(?:pdf|mp3|mp4)$/.test(address),
    missPicture: (address, why) => void notes.push(`picture: ${address}: ${why}`),
    missFile: (address, why) => void notes.push(`file: ${address}: ${why}`),
    note: (kind, detail) => void notes.push(`${kind}: ${detail}`),
  })
  return { html: canonicalBody(body, ORIGIN), notes }
}

export function convertWordpress(content: string): Promise<Converted> {
  const { html, notes } = wordpressHtml(content, SURROUNDINGS)
  return convert(
    html,
    notes.map(({ kind, detail }) => `${kind}: ${detail}`),
  )
}

export function convertGhost(post: GhostTexts): Promise<Converted> {
  const { html, notes } = ghostHtml(post)
  return convert(
    html.replaceAll('__GHOST_URL__', SITE),
    notes.map(({ kind, detail }) => `${kind}: ${detail}`),
  )
}

const upload = (id: string, file: string, caption = ''): Attachment => ({
  id,
  url: `${SITE}/wp-content/uploads/${file}`,
  alt: '',
  title: `Title ${id}`,
  caption,
  parent: '',
  addresses: [],
})
const UPLOADS = [upload('11', 'pic-11.jpg', 'First light'), upload('12', 'pic-12.jpg'), upload('13', 'lullaby.mp3', 'A lullaby')]
const UPLOADS_OF_90 = [upload('91', 'pic-91.jpg'), upload('92', 'pic-92.jpg')]

const SURROUNDINGS = {
  attachment: (id: string) => [...UPLOADS, ...UPLOADS_OF_90].find((each) => each.id === id),
  attachmentsOf: (post: string | null) => (post === null ? UPLOADS.slice(0, 2) : post === '90' ? UPLOADS_OF_90 : []),
  block: (id: string) => (id === '7' ? '<!-- wp:paragraph --><p>Said in every post.</p><!-- /wp:paragraph -->' : undefined),
  footnotes: [{ id: 'aa-1', content: 'After <em>ten</em> weeks.' }],
}
