import { decodePath } from '#posts/server/index.ts'
import { escapeHtml } from '#platform/contract/read-html.ts'
import { findTags, isTag, replace, type Tag, textOf, type Tree } from '#platform/text/html.ts'
import type { Imported } from './import-media.ts'
import { isFileAddress } from './media-names.ts'

export interface FileParts {
  readonly importFile: (address: string) => Promise<Imported>
  readonly importPicture: (address: string) => Promise<Imported>
  /** Called for a file that could not be imported. */
  readonly missFile: (address: string, why: string) => void
}

/** Address of the file that a player plays; undefined if it plays none. */
export function fileOfPlayer(player: Tag): string | undefined {
  if (player.name !== 'audio' && player.name !== 'video') return undefined
  const { src, 'data-src': later } = player.attribs
  const addresses = [src, later, ...findTags(player, 'source').map(({ attribs }) => attribs['src'])]
  return addresses.find((address) => address !== undefined && isFileAddress(address))
}

/** Imports the files of players. A player whose file could not be imported becomes a link. */
export async function importPlayers(tree: Tree, parts: FileParts): Promise<void> {
  for (const player of findTags(tree, 'audio', 'video')) {
    const address = fileOfPlayer(player)
    if (address === undefined) continue
    const imported = await parts.importFile(address)
    if ('reason' in imported) parts.missFile(address, imported.reason)
    place(player, 'url' in imported ? await playerOf(player, imported.url, parts) : linkTo(player, address))
  }
}

type Placed = { readonly html: string; readonly outer: 'figure' | 'p' }

async function playerOf(player: Tag, url: string, parts: FileParts): Promise<Placed> {
  const { name, attribs } = player
  const { width = '', height = '', preload } = attribs
  const attributes = [
    ['src', url],
    ...(preload === 'none' ? [['preload', preload]] : []),
    ...(name === 'video' ? await posterOf(attribs['poster'], parts) : []),
    ...(/^\d+$/.test(width) && /^\d+$/.test(height)
      ? [
          ['width', width],
          ['height', height],
        ]
      : []),
  ]
  const tracks: string[] = []
  for (const track of findTags(player, 'track')) tracks.push(await trackOf(track, parts))
  return { html: `<${name} controls${textOfAttributes(attributes)}>${tracks.join('')}</${name}>`, outer: 'figure' }
}

const textOfAttributes = (attributes: readonly (readonly string[])[]) =>
  attributes.map(([name, value = '']) => ` ${name}="${escapeHtml(value)}"`).join('')

async function posterOf(address: string | undefined, { importPicture }: FileParts): Promise<string[][]> {
  const imported = address ? await importPicture(address) : null
  return imported !== null && 'url' in imported ? [['poster', imported.url]] : []
}

async function trackOf({ attribs }: Tag, { importFile, missFile }: FileParts): Promise<string> {
  const { src } = attribs
  if (src === undefined) return ''
  const imported = await importFile(src)
  if ('reason' in imported) {
    missFile(src, imported.reason)
    return ''
  }
  const rest = ['kind', 'srclang', 'label'].flatMap((name) => (attribs[name] ? [[name, attribs[name]]] : []))
  return `<track src="${escapeHtml(imported.url)}"${textOfAttributes(rest)}${'default' in attribs ? ' default' : ''}>`
}

/** Text of the link that replaces a player. */
const nameOfPlayer = ({ attribs }: Tag, address: string): string =>
  attribs['title']?.trim() || decodePath(address.replace(/[?#].*$/, '').replace(/^.*\//, ''))

function linkTo(player: Tag, address: string): Placed {
  const words = escapeHtml(nameOfPlayer(player, address))
  return { html: /^https?:/i.test(address) ? `<a href="${escapeHtml(address)}">${words}</a>` : `[${words}]`, outer: 'p' }
}

/** Replaces a player by a block, unless it is inline or already in a block. */
function place(player: Tag, { html, outer }: Placed): void {
  const { parent } = player
  const within = parent !== null && 'name' in parent ? parent : null
  const isAlone = within !== null && within.children.filter(isTag).length === 1 && textOf(within).trim() === textOf(player).trim()
  if (within?.name === 'p' && isAlone) within.name = outer
  const needsOuter = within === null || !['p', 'figure', 'li', 'td', 'th', 'dd', 'a'].includes(within.name)
  replace(player, needsOuter ? `<${outer}>${html}</${outer}>` : html)
}

/** Imports a linked file of the old blog. @returns its new address; null if the import failed */
export async function importLinkedFile(address: string, { importFile, missFile }: FileParts): Promise<string | null> {
  const imported = await importFile(address)
  if ('url' in imported) return imported.url
  missFile(address, imported.reason)
  return null
}
