/** Backgrounds with a contrast to white text of at least 4.5:1. */
const COLOURS = ['#2d6a66', '#8f2b38', '#9a5b00', '#4a5a8a', '#6b4a7d', '#3f6b3a', '#7a4b32', '#2f6282'] as const

/** Draws the avatar of a user without a picture: an initial on a colour. @returns an SVG document */
export function drawAvatar(avatar: { initial: string; colour: number }): string {
  const colour = COLOURS[avatar.colour % COLOURS.length] ?? COLOURS[0]
  const initial = avatar.initial.toUpperCase()
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96" role="img" aria-label="${initial}"><rect width="96" height="96" fill="${colour}"/><text x="48" y="49" fill="#fff" font-family="system-ui,-apple-system,'Segoe UI',Roboto,sans-serif" font-size="44" font-weight="700" text-anchor="middle" dominant-baseline="central">${initial}</text></svg>`
}
