import { formatsOf, readPictureAddress, variantKey, widthsOf } from '#media/contract/picture-address.ts'
import { iconResponses, LARGE_ICON_PIXELS } from '#site/contract/icons.ts'
import type { Look } from '#site/contract/look.ts'
import { escapeHtml } from '#platform/contract/read-html.ts'
import { absoluteUrl, type PageHead } from './page-head.ts'
import type { PageInfo } from '#site/web/index.ts'

export const meta = (kind: 'name' | 'property', key: string, content: string): string =>
  `<meta ${kind}="${key}" content="${escapeHtml(content)}">`

interface PreviewPicture {
  /** Path on this blog. */
  readonly path: string
  readonly width: number
  readonly height: number
}

/** Maximum width in pixels: what large previews show, and small enough in bytes for every messenger. */
const WIDTH_MAX = 1200
const ICON: PreviewPicture = { path: iconResponses.largeIcon.path, width: LARGE_ICON_PIXELS, height: LARGE_ICON_PIXELS }

/** A stored picture in its original format, which is the one that most messengers show; null for any other address. */
function toPreviewPicture(address: string): PreviewPicture | null {
  const picture = readPictureAddress(address)
  if (picture === null) return null
  const { format } = picture
  const isOwnSet = formatsOf(format).includes(format)
  const width = (isOwnSet ? widthsOf(picture.width).findLast((each) => each <= WIDTH_MAX) : undefined) ?? picture.width
  const height = Math.round((picture.height * width) / picture.width)
  return { path: `/files/${variantKey(picture, width, format)}`, width, height }
}

/**
 * Picture of the link preview: the cover of the post, else the picture of the home page, else the icon. Undefined if not
 * everyone may see the page, on a closed blog, and on pages of one user.
 */
export const previewPictureOf = (
  { article, isRestricted = false }: PageHead,
  { site, session }: PageInfo,
  look: Look,
): PreviewPicture | undefined => {
  if (isRestricted || site.isClosed || session !== null) return undefined
  return toPreviewPicture(article?.image ?? '') ?? toPreviewPicture(look.homePicture) ?? ICON
}

const imageTags = (head: PageHead, page: PageInfo, look: Look): string[] => {
  const picture = previewPictureOf(head, page, look)
  if (picture === undefined) return []
  return [
    meta('property', 'og:image', absoluteUrl(picture.path, page.site)),
    meta('property', 'og:image:width', `${picture.width}`),
    meta('property', 'og:image:height', `${picture.height}`),
    meta('property', 'og:image:alt', head.article === undefined ? page.site.name : `${head.title} · ${page.site.name}`),
    meta('name', 'twitter:card', picture === ICON ? 'summary' : 'summary_large_image'),
  ]
}

const articleTags = ({ article }: PageHead): string[] =>
  article === undefined
    ? []
    : [
        meta('property', 'article:published_time', article.publishedAt),
        meta('property', 'article:modified_time', article.changedAt),
        ...(article.author === '' ? [] : [meta('property', 'article:author', article.author)]),
        ...(article.section === null ? [] : [meta('property', 'article:section', article.section.name)]),
      ]

/** Tags for link previews (ogp.me). Empty if not everyone may see the page. */
export const previewTags = (head: PageHead, page: PageInfo, look: Look): string[] => {
  const { site } = page
  if (head.isRestricted) return []
  return [
    meta('property', 'og:site_name', site.name),
    meta('property', 'og:title', head.title === '' ? site.name : head.title),
    ...(head.description === '' ? [] : [meta('property', 'og:description', head.description)]),
    meta('property', 'og:type', head.article === undefined ? 'website' : 'article'),
    ...(head.path === null ? [] : [meta('property', 'og:url', absoluteUrl(head.path, site))]),
    ...imageTags(head, page, look),
    ...articleTags(head),
  ]
}
