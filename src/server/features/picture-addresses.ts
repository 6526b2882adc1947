import { hash } from 'node:crypto'
import { CATEGORIES, type Category, isFixedCategory } from '#contract/categories.ts'

/** Colours of drawn avatars, chosen by the user's id. */
export const AVATAR_COLOURS = 8
/** Different drawings a category's covers can be. */
export const COVER_VARIANTS = 96

/** A list of comments names the same few people again and again. */
const REMEMBERED_MAX = 5000
const remembered = new Map<string, number>()

function pick(id: string, choices: number): number {
  let number = remembered.get(id)
  if (number === undefined) {
    if (remembered.size >= REMEMBERED_MAX) remembered.clear()
    remembered.set(id, (number = hash('sha256', id, 'buffer').readUInt16BE()))
  }
  return number % choices
}

/** Address of the drawn face of a user without a picture. */
export const drawnAvatarUrl = (user: { readonly id: string; readonly username: string; readonly display_name?: string | null }): string =>
  `/drawings/avatar/${initialOf(user)}-${pick(user.id, AVATAR_COLOURS)}.svg`

/** Of the display name, where that is a letter that can be drawn. */
function initialOf({ username, display_name }: { readonly username: string; readonly display_name?: string | null }): string {
  const letter = display_name?.normalize('NFKD').charAt(0).toLowerCase() ?? ''
  return /^[a-z0-9]$/.test(letter) ? letter : username.charAt(0)
}

/** One of the family's own has the colours of one of the others, always the same. */
const coverColours = (category: Category) =>
  isFixedCategory(category) ? category : (CATEGORIES[pick(category, CATEGORIES.length)] ?? 'uncategorized')

/** Address of the drawn cover of a post without a picture. */
export const drawnCoverUrl = (post: { readonly id: string; readonly category: Category }): string =>
  `/drawings/cover/${coverColours(post.category)}-${pick(post.id, COVER_VARIANTS)}.svg`

/**
 * Our own storage only: nothing a page loads comes from another site.
 * @returns the path within the blog, or null where the address leads elsewhere
 */
export function ownPicturePath(address: string, publicUrl: string): string | null {
  if (!URL.canParse(address, publicUrl)) return null
  const url = new URL(address, publicUrl)
  const isOurs = url.origin === new URL(publicUrl).origin && /^\/(files|drawings)\/./.test(url.pathname)
  return isOurs ? url.pathname : null
}
