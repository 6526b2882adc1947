import { escapeHtml } from '#platform/contract/read-html.ts'
import { findTags, isTag, remove, type Tag, textOf } from '#platform/text/html.ts'
import {
  below,
  captionOf,
  classesOf,
  type Convert,
  figure,
  firstTag,
  inner,
  labelOf,
  linkTo,
  outer,
  paragraph,
  rename,
  replace,
  withClass,
  wordsOf,
} from './tree-tools.ts'
import { gallery, styleOf } from './wordpress-blocks.ts'

/** Text of the element with this class; empty if there is none. */
function textIn(card: Tag, name: string): string {
  const part = withClass(card, name)
  return part ? textOf(part).replace(/\s+/g, ' ').trim() : ''
}

/** A link, with the card's description of the page. */
const bookmark: Convert = (card) => {
  const target = firstTag(card, 'a')?.attribs['href'] ?? ''
  const title = textIn(card, 'kg-bookmark-title')
  const from = [textIn(card, 'kg-bookmark-author'), textIn(card, 'kg-bookmark-publisher')].filter(Boolean).join(' · ')
  const lines = [linkTo(target, title || target), escapeHtml(textIn(card, 'kg-bookmark-description')), escapeHtml(from), captionOf(card)]
  replace(card, paragraph(lines.filter((line) => line !== '').join('<br>')))
}

const file: Convert = (card) => {
  const target = firstTag(card, 'a')?.attribs['href'] ?? ''
  const title = textIn(card, 'kg-file-card-title')
  const name = textIn(card, 'kg-file-card-filename')
  const facts = [title === '' || name === title ? '' : name, textIn(card, 'kg-file-card-filesize')].filter(Boolean).join(', ')
  const link = linkTo(target, title || name || target.slice(target.lastIndexOf('/') + 1))
  const words = textIn(card, 'kg-file-card-caption')
  replace(card, `<p>${link}${facts === '' ? '' : ` (${escapeHtml(facts)})`}${words === '' ? '' : `<br>${escapeHtml(words)}`}</p>`)
}

const SHOWN_MEDIA = ['src', 'poster', 'width', 'height']
const mediaOf = (card: Tag, name: 'audio' | 'video'): Tag | undefined => {
  const media = firstTag(card, name)
  if (media)
    media.attribs = {
      controls: '',
      ...Object.fromEntries(Object.entries(media.attribs).filter(([key]) => SHOWN_MEDIA.includes(key))),
    }
  return media
}

const audio: Convert = (card) => {
  const media = mediaOf(card, 'audio')
  const picture = firstTag(card, 'img')
  const thumbnail = picture?.attribs['src'] ? figure(`<img src="${escapeHtml(picture.attribs['src'])}" alt="">`, '') : ''
  replace(card, thumbnail + figure(outer(media), escapeHtml(textIn(card, 'kg-audio-title'))) + below(captionOf(card)))
}

/** The `poster` attribute is an empty picture; readers see the thumbnail. */
const video: Convert = (card) => {
  const media = mediaOf(card, 'video')
  const poster = card.attribs['data-kg-custom-thumbnail'] || card.attribs['data-kg-thumbnail'] || ''
  if (media && poster !== '') media.attribs['poster'] = poster
  replace(card, figure(outer(media), captionOf(card)))
}

const callout: Convert = (card) => {
  const emoji = textIn(card, 'kg-callout-emoji')
  const words = withClass(card, 'kg-callout-text')
  const html = inner(words)
  const isBlocks = words !== undefined && firstTag(words, 'p', 'ul', 'ol', 'blockquote') !== undefined
  replace(card, `<blockquote class="callout">${isBlocks ? paragraph(emoji) + html : paragraph(`${emoji} ${html}`)}</blockquote>`)
}

const toggle: Convert = (card) => {
  const heading = withClass(card, 'kg-toggle-heading-text')
  replace(card, `<details><summary>${inner(heading)}</summary>${inner(withClass(card, 'kg-toggle-content'))}</details>`)
}

const STARS = 5
const product: Convert = (card) => {
  const picture = withClass(card, 'kg-product-card-image')
  const stars = findTags(card, 'span').filter((tag) => classesOf(tag).includes('kg-product-card-rating-active')).length
  const parts = [
    picture?.attribs['src'] ? figure(outer(picture), '') : '',
    `<h4>${inner(withClass(card, 'kg-product-card-title'))}</h4>`,
    stars === 0 ? '' : paragraph('★'.repeat(Math.min(stars, STARS)) + '☆'.repeat(Math.max(0, STARS - stars))),
    inner(withClass(card, 'kg-product-card-description')),
    buttonOf(card, 'kg-product-card-button'),
  ]
  replace(card, parts.join(''))
}

const BACKGROUND = /url\(\s{0,9}['"]?([^'")]{1,2000})['"]?\s{0,9}\)/

/** A heading over a background picture becomes the picture, then the heading. */
const header: Convert = (card) => {
  const heading = inner(withClass(card, 'kg-header-card-heading') ?? withClass(card, 'kg-header-card-header'))
  const words = inner(withClass(card, 'kg-header-card-subheading') ?? withClass(card, 'kg-header-card-subheader'))
  replace(
    card,
    pictureBehind(card) + (heading === '' ? '' : `<h2>${heading}</h2>`) + paragraph(words) + buttonOf(card, 'kg-header-card-button'),
  )
}

function pictureBehind(card: Tag): string {
  const picture = firstTag(card, 'img')
  const styled = card.attribs['data-kg-background-image'] || BACKGROUND.exec(styleOf(card))?.[1]
  const address = picture?.attribs['src'] ?? styled ?? ''
  return address === '' ? '' : figure(`<img src="${escapeHtml(address)}" alt="${escapeHtml(picture?.attribs['alt'] ?? '')}">`, '')
}

/** A link with the text of the button; only the text if it has no address. */
function buttonOf(card: Tag, name: string): string {
  const button = withClass(card, name)
  const label = button ? textOf(button).trim() : ''
  return paragraph(button?.attribs['href'] && label !== '' ? linkTo(button.attribs['href'], label) : escapeHtml(label))
}

/** Keeps the text, without the form, which could not be sent. */
const signup: Convert = (card, note) => {
  const picture = firstTag(card, 'img')
  const form = firstTag(card, 'form')
  const fields = findTags(card, 'input').map(labelOf)
  note('markup', `a form to sign up was left out: ${fields.join(' ').trim()} ${form ? wordsOf(form) : ''}`)
  const parts = [
    picture?.attribs['src'] ? figure(outer(picture), '') : '',
    `<h2>${inner(withClass(card, 'kg-signup-card-heading'))}</h2>`,
    paragraph(inner(withClass(card, 'kg-signup-card-subheading'))),
    paragraph(inner(withClass(card, 'kg-signup-card-disclaimer'))),
  ]
  replace(card, parts.filter((part) => part !== '<h2></h2>').join(''))
}

const callToAction: Convert = (card) => {
  const picture = firstTag(card, 'img')
  const label = withClass(card, 'kg-cta-sponsor-label')
  const parts = [
    paragraph(inner(label)),
    picture?.attribs['src'] ? figure(outer(picture), '') : '',
    inner(withClass(card, 'kg-cta-text')),
    buttonOf(card, 'kg-cta-button'),
  ]
  replace(card, `<blockquote class="callout">${parts.join('')}</blockquote>`)
}

const nft: Convert = (card) => {
  const link = firstTag(card, 'a')
  const picture = firstTag(card, 'img')
  const words = [textIn(card, 'kg-nft-title'), textIn(card, 'kg-nft-creator')].filter(Boolean).join(' · ')
  const target = link?.attribs['href'] ?? ''
  replace(card, figure(outer(picture), [linkTo(target, words || target), captionOf(card)].filter(Boolean).join('<br>')))
}

/** Keeps the player of another site, which becomes a link later, and its caption. */
const embed: Convert = (card) => {
  const caption = captionOf(card)
  for (const node of card.children.slice()) if (isTag(node) && node.name === 'figcaption') remove(node)
  replace(card, inner(card) + below(caption))
}

const alternativeQuote: Convert = (tag) => rename(tag, 'blockquote', { class: 'callout' })

/** Converters by the class that Ghost's editor writes. */
export const GHOST_CARDS: Readonly<Record<string, Convert>> = {
  'kg-bookmark-card': bookmark,
  'kg-file-card': file,
  'kg-audio-card': audio,
  'kg-video-card': video,
  'kg-callout-card': callout,
  'kg-toggle-card': toggle,
  'kg-product-card': product,
  'kg-header-card': header,
  'kg-signup-card': signup,
  'kg-cta-card': callToAction,
  'kg-gallery-card': gallery,
  'kg-nft-card': nft,
  'kg-embed-card': embed,
  'kg-transistor-card': embed,
  'kg-blockquote-alt': alternativeQuote,
}
