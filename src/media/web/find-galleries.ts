/** Two or more adjacent pictures in a sanitised body. Galleries are not stored: they follow from the order of the blocks. */
export interface Gallery {
  readonly start: number
  readonly end: number
  /** The HTML of each picture, with its caption. */
  readonly pictures: readonly string[]
}

const PICTURE =
  /<figure(?: style="[^"]*")?>\s*<img\b[^>]*>\s*(?:<figcaption>(?:(?!<figcaption|<img)[^])*?<\/figcaption>\s*)?<\/figure>|<img\b[^>]*>/g
const BLOCKS = 'p|h[2-6]|ul|ol|dl|dt|dd|blockquote|pre|table|figure|details|hr'
/** Pictures within a sentence form no gallery. */
const BEFORE = new RegExp(`(?:^|</(?:${BLOCKS}|summary)>|<hr ?/?>|<(?:blockquote|figure|dd)(?: (?:style|class)="[^"]*")?>)\\s*$`)
const AFTER = new RegExp(`^\\s*(?:$|<(?:${BLOCKS}|figcaption)\\b|</(?:blockquote|figure|details|dd)>)`)
/** Longer than any tag that BEFORE and AFTER match. */
const AROUND = 100

export function findGalleries(html: string): Gallery[] {
  const runs: { start: number; end: number; pictures: string[] }[] = []
  for (const { index, 0: picture } of html.matchAll(PICTURE)) {
    const last = runs.at(-1)
    const end = index + picture.length
    if (last && html.slice(last.end, index).trim() === '') {
      last.end = end
      last.pictures.push(picture)
    } else runs.push({ start: index, end, pictures: [picture] })
  }
  return runs.filter(({ start, end, pictures }) => pictures.length > 1 && standsAlone(html, start, end))
}

const standsAlone = (html: string, start: number, end: number) =>
  BEFORE.test(html.slice(Math.max(0, start - AROUND), start)) && AFTER.test(html.slice(end, end + AROUND))
