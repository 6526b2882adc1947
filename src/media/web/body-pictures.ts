import { formatsOf, readPictureAddress, type StoredPicture, srcSetOf } from '#media/contract/picture-address.ts'
import { ratioOf, styleGallery } from './gallery-rows.ts'
import { placeholderUrl } from './picture-placeholder.ts'

/** Two or more adjacent pictures in a sanitised body. Galleries are not stored: they follow from the order of the blocks. */
export interface Gallery {
  readonly start: number
  readonly end: number
  /** The HTML of each picture, with its caption. */
  readonly pictures: readonly string[]
}

const PICTURE =
  /<figure(?: style="[^"]*")?>\s*<img\b[^<>]*>\s*(?:<figcaption>(?:(?!<figcaption|<img)[^])*?<\/figcaption>\s*)?<\/figure>|<img\b[^<>]*>/g
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

/** Pictures are at most as wide as the text. */
const SIZES = 'auto, (min-width: 46rem) 42rem, calc(100vw - 2rem)'
const SIZES_IN_GALLERY = 'auto, (min-width: 46rem) 21rem, calc(50vw - 1.25rem)'
const IMAGE = /<img\b[^<>]*>/g
const ADDRESS = /\bsrc="([^"]+)"/

/** Gives the pictures of a sanitised body a text alternative, widths, formats, sizes and placeholders, and galleries their rows. */
export function withPictures(html: string): string {
  const parts: string[] = []
  let end = 0
  for (const gallery of findGalleries(html)) {
    parts.push(fillImages(html.slice(end, gallery.start), SIZES), galleryOf(gallery.pictures))
    end = gallery.end
  }
  return [...parts, fillImages(html.slice(end), SIZES)].join('')
}

function galleryOf(pictures: readonly string[]): string {
  const styles = styleGallery(pictures.map((picture) => ratioOf(ADDRESS.exec(picture)?.[1] ?? '')))
  const cells = pictures.map((picture, index) => `<div style="${styles[index]}">${fillImages(picture, SIZES_IN_GALLERY)}</div>`)
  return `<div class="gallery">${cells.join('')}</div>`
}

const fillImages = (html: string, sizes: string): string =>
  html.replaceAll(IMAGE, (image) => {
    const picture = readPictureAddress(ADDRESS.exec(image)?.[1] ?? '')
    return picture === null ? `<img${attributesOf(image)} loading="lazy">` : pictureOf(image, picture, sizes)
  })

/** A picture without alternative text is decoration to a screen reader. */
function attributesOf(image: string): string {
  const attributes = image
    .replace(/^<img\b/, '')
    .replace(/(?<!\s)\s*\/?>$/, '')
    .replaceAll(/\s(?:loading|decoding)="[^"]*"/g, '')
  return / alt="/.test(attributes) ? attributes : `${attributes} alt=""`
}

function pictureOf(image: string, picture: StoredPicture, sizes: string): string {
  const { width, height, format, colours } = picture
  const sources = formatsOf(format)
    .filter((each) => each !== format)
    .map((each) => `<source type="image/${each}" srcset="${srcSetOf(picture, each)}" sizes="${sizes}">`)
  const style = colours === null ? '' : ` style="background:url(${placeholderUrl(colours)}) 0 0/100% 100%"`
  const set = format === 'png' ? '' : ` srcset="${srcSetOf(picture, format)}" sizes="${sizes}"`
  const attributes = attributesOf(image).replaceAll(/\s(?:width|height)="[^"]*"/g, '')
  return `<picture>${sources.join('')}<img${attributes} width="${width}" height="${height}"${set} loading="lazy" decoding="async"${style}></picture>`
}
