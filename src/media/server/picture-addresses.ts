import { hash } from 'node:crypto'
import { DRAWN_COVERS, drawnCoverAddress } from '#media/contract/drawn-cover.ts'

/** Number of colours of drawn avatars; the user's id decides which. */
export const AVATAR_COLOURS = 8

/** Size of the cache of hashed ids: lists of comments repeat the same few users. */
const CACHED_MAX = 5000
const cached = new Map<string, number>()

function pick(id: string, choices: number): number {
  let number = cached.get(id)
  if (number === undefined) {
    if (cached.size >= CACHED_MAX) cached.clear()
    cached.set(id, (number = hash('sha256', id, 'buffer').readUInt16BE()))
  }
  return number % choices
}

/** Address of the drawn avatar of a user without a picture. */
export const drawnAvatarUrl = (user: { readonly id: string; readonly username: string; readonly display_name?: string | null }): string =>
  `/drawings/avatar/${initialOf(user)}-${pick(user.id, AVATAR_COLOURS)}.svg`

/** First letter of the display name if it can be drawn, else that of the username. */
function initialOf({ username, display_name }: { readonly username: string; readonly display_name?: string | null }): string {
  const letter = display_name?.normalize('NFKD').charAt(0).toLowerCase() ?? ''
  return /^[a-z0-9]$/.test(letter) ? letter : username.charAt(0)
}

/** Address of the cover of a post without one, chosen by its id. */
export const drawnCoverUrl = ({ id }: { readonly id: string }): string =>
  drawnCoverAddress(DRAWN_COVERS[pick(id, DRAWN_COVERS.length)] ?? DRAWN_COVERS[0])

/**
 * Allows only pictures of this blog, because pages load nothing from other sites.
 * @returns the path on this blog, or null for another address
 */
export function ownPicturePath(address: string, publicUrl: string): string | null {
  if (!URL.canParse(address, publicUrl)) return null
  const url = new URL(address, publicUrl)
  const isOurs = url.origin === new URL(publicUrl).origin && /^\/(files|drawings)\/./.test(url.pathname)
  return isOurs ? url.pathname : null
}
