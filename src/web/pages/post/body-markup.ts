/** Its words where they are plain; markup in a caption is left to the caption itself. */
const CAPTION = /^<caption>([^<>"]{1,80})<\/caption>/

/**
 * A sanitised body as the page shows it. What may be wider than the page scrolls in itself, so it must be
 * in the tab order and have a name. The same text gives the same markup on the server and in the browser.
 */
export const toBodyMarkup = (html: string): string => {
  let tables = 0
  return (
    html
      // Sanitised tables and code blocks carry no attributes.
      .replaceAll('<table>', (tag, at: number) => {
        tables += 1
        const name = CAPTION.exec(html.slice(at + tag.length, at + tag.length + 120))?.[1] ?? `Table ${tables}`
        return `<div class="table-scroll" role="region" tabindex="0" aria-label="${name}">${tag}`
      })
      .replaceAll('</table>', '</table></div>')
      .replaceAll('<pre>', '<pre role="group" tabindex="0" aria-label="Code">')
  )
}
