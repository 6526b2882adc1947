import { escapeHtml } from '#platform/contract/read-html.ts'
import { findTags, isTag, remove, type Tag, textOf, toHtml } from '#platform/text/html.ts'
import {
  backgroundOf,
  below,
  captionOf,
  classesOf,
  type Convert,
  dissolve,
  figure,
  firstTag,
  inner,
  linkTo,
  linesOfCaption,
  outer,
  paragraph,
  parentName,
  replace,
  rename,
  isOnlyContent,
  withClass,
} from './tree-tools.ts'

/** `<figure><blockquote>…<cite>…</cite></blockquote></figure>`; older ones are the quote alone. */
const pullQuote: Convert = (tag) => {
  const quote = tag.name === 'blockquote' ? tag : firstTag(tag, 'blockquote')
  if (!quote) return
  rename(quote, 'blockquote', { class: 'pullquote' })
  if (quote !== tag) dissolve(tag)
}

/** Keeps the lines and indentation of a verse. */
const verse: Convert = (tag) => {
  const html = toHtml(tag.children)
    .replace(/^\n|\n$/g, '')
    .replace(/(^|\n)([ \t]+)/g, (_, start: string, blanks: string) => start + '&nbsp;'.repeat(blanks.replaceAll('\t', '    ').length))
    .replaceAll('\n', '<br>')
  replace(tag, paragraph(html))
}

/** Keeps one link: the embedded document and the button have the same address as the file name. */
const file: Convert = (tag) => {
  const links = findTags(tag, 'a').filter((link) => link.attribs['href'] !== undefined)
  const named = links.find((link) => !classesOf(link).includes('wp-block-file__button')) ?? links[0]
  const target = named?.attribs['href'] ?? firstTag(tag, 'object')?.attribs['data']
  if (target === undefined) return dissolve(tag)
  const name = named === undefined ? '' : textOf(named).trim()
  replace(tag, paragraph(linkTo(target, name === '' ? target.slice(target.lastIndexOf('/') + 1) : name)))
}

/** The picture, or the link that contains only the picture. */
const withLink = (picture: Tag): Tag => (parentName(picture) === 'a' && isOnlyContent(picture) ? (picture.parent as Tag) : picture)

/** Several pictures, each with its caption; the caption of the gallery follows. */
export const gallery: Convert = (tag) => {
  const figures = findTags(tag, 'figure').filter(
    (each) => firstTag(each, 'figure') === undefined && firstTag(each, 'img', 'video') !== undefined,
  )
  const inFigures = new Set(figures.flatMap((each) => findTags(each, 'img', 'video')))
  const parts = findTags(tag, 'figure', 'img', 'video').flatMap((each) => {
    if (figures.includes(each)) return [outer(each)]
    return each.name !== 'figure' && !inFigures.has(each) ? [figure(outer(withLink(each)), '')] : []
  })
  const caption = tag.children.find((node) => isTag(node) && node.name === 'figcaption') as Tag | undefined
  replace(tag, parts.join('') + below(linesOfCaption(caption ?? withClass(tag, 'blocks-gallery-caption'))))
}

/** A picture or video behind text becomes one above the text. */
const cover: Convert = (tag) => {
  const media = tag.children.find((node) => isTag(node) && ['img', 'video'].includes(node.name)) as Tag | undefined
  const styled = [tag, ...tag.children.filter(isTag)].map(backgroundOf).find(Boolean)
  const behind = media ? outer(media) : styled ? `<img src="${escapeHtml(styled)}" alt="">` : ''
  if (media) remove(media)
  const words = inner(tag)
  replace(tag, (behind === '' ? '' : figure(behind, '')) + words)
}

/** An embed of another site becomes a link; its caption stays. */
const embed: Convert = (tag, note) => {
  const caption = captionOf(tag)
  const wrapper = withClass(tag, 'wp-block-embed__wrapper') ?? withClass(tag, 'jetpack-videopress-player__wrapper')
  const address = wrapper ? textOf(wrapper).trim() : ''
  if (!/^https?:\/\/\S+$/.test(address) || firstTag(tag, 'a', 'iframe')) {
    replace(tag, (wrapper ? inner(wrapper) : inner(tag)) + below(wrapper ? caption : ''))
    return
  }
  note('media', address)
  replace(tag, `<p>${linkTo(address, address)}${caption === '' ? '' : `<br>${caption}`}</p>`)
}

const accordionItem: Convert = (tag) => {
  const heading = withClass(tag, 'wp-block-accordion-heading')
  const title = withClass(tag, 'wp-block-accordion-heading__toggle-title') ?? heading
  const panel = withClass(tag, 'wp-block-accordion-panel')
  if (!title || !panel) return dissolve(tag)
  replace(tag, `<details><summary>${inner(title)}</summary>${inner(panel)}</details>`)
}

const map: Convert = (tag, note) => {
  note('media', `a map ${textOf(tag).replace(/\s+/g, ' ').trim()}`)
  dissolve(tag)
}

/** A rendered `[caption]` shortcode. */
const caption: Convert = (tag) => {
  const words = withClass(tag, 'wp-caption-text')
  if (!words || !firstTag(tag, 'img')) return
  const html = inner(words)
  remove(words)
  replace(tag, figure(inner(tag), html))
}

/** Converters by the class that WordPress or Jetpack, its most common plugin, writes. */
export const WORDPRESS_BLOCKS: Readonly<Record<string, Convert>> = {
  'wp-block-pullquote': pullQuote,
  'wp-block-verse': verse,
  'wp-block-file': file,
  'wp-block-gallery': gallery,
  'wp-block-jetpack-tiled-gallery': gallery,
  'wp-block-jetpack-slideshow': gallery,
  'wp-block-jetpack-image-compare': gallery,
  'wp-block-cover': cover,
  'wp-block-cover-image': cover,
  'wp-block-embed': embed,
  'wp-block-videopress-video': embed,
  'wp-block-jetpack-videopress': embed,
  'wp-block-accordion-item': accordionItem,
  'wp-block-jetpack-map': map,
  'wp-block-spacer': remove,
  'wp-caption': caption,
}
