import { hash } from 'node:crypto'
import { CATEGORIES, type Category, type FixedCategory, isFixedCategory } from '#platform/contract/categories.ts'
import { type CoverTone, drawnCoverAddress } from '#media/contract/drawn-cover.ts'

/** Number of colours of drawn avatars; the user's id decides which. */
export const AVATAR_COLOURS = 8
/** Number of different drawn covers of a tone. */
export const COVER_VARIANTS = 96

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

const TONES: Readonly<Record<FixedCategory, CoverTone>> = {
  uncategorized: 'warm',
  life: 'warm',
  medical: 'calm',
  other: 'sand',
  technology: 'sand',
  lifestyle: 'warm',
  health: 'calm',
}

/** Address of the drawn cover of a post without a picture. A category that admins created has the tone of a fixed one, chosen by its slug. */
export const drawnCoverUrl = (post: { readonly id: string; readonly category: Category }): string => {
  const { category } = post
  const alike = isFixedCategory(category) ? category : (CATEGORIES[pick(category, CATEGORIES.length)] ?? 'uncategorized')
  return drawnCoverAddress(TONES[alike], pick(post.id, COVER_VARIANTS))
}

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
