/** Size in pixels of a social card, the preview picture that messengers and social networks show for a link. */
export const CARD = { width: 1200, height: 630 } as const
