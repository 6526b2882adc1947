import { formatsOf, readPictureAddress, type StoredPicture, srcSetOf } from '#media/contract/picture-address.ts'
import { findGalleries } from './find-galleries.ts'
import { ratioOf, styleGallery } from './gallery-rows.ts'
import { placeholderUrl } from './picture-placeholder.ts'

/** Pictures are at most as wide as the text. */
const SIZES = 'auto, (min-width: 46rem) 42rem, calc(100vw - 2rem)'
const SIZES_IN_GALLERY = 'auto, (min-width: 46rem) 21rem, calc(50vw - 1.25rem)'
const IMAGE = /<img\b[^>]*>/g
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
    .replace(/\s*\/?>$/, '')
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
