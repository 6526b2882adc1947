import { publicResponse } from '#platform/contract/public-response.ts'

/** The same on a closed blog: the sign-in page shows name and icon, too. */
const ICON = { sharing: 'everyone', caching: 'server', whenClosed: 'open' } as const

/** Side of the largest icon. */
export const LARGE_ICON_PIXELS = 512

/** Icons of the blog and the manifest for phones. */
export const iconResponses = {
  favicon: publicResponse('/favicon.svg', ICON),
  // Phones request this path without a link to it.
  touchIcon: publicResponse('/apple-touch-icon.png', ICON),
  largeIcon: publicResponse('/icon-512.png', ICON),
  manifest: publicResponse('/site.webmanifest', ICON),
}
