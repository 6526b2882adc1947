import { escapeHtml } from '#platform/contract/read-html.ts'
import { findTags, type Tag, textOf } from '#platform/text/html.ts'
import {
  backgroundOf,
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
  takeCaption,
  withClass,
  wordsOf,
} from './tree-tools.ts'
import { gallery } from './wordpress-blocks.ts'

const htmlIn = (card: Tag, name: string): string => inner(withClass(card, name))

/** Text of the element with this class; empty if there is none. */
function textIn(card: Tag, name: string): string {
  const part = withClass(card, name)
  return part ? textOf(part).replace(/\s+/g, ' ').trim() : ''
}

const joined = (parts: readonly string[], between: string): string => parts.filter((part) => part !== '').join(between)
const heading = (tag: string, html: string): string => (html === '' ? '' : `<${tag}>${html}</${tag}>`)
const addressOf = (card: Tag): string => firstTag(card, 'a')?.attribs['href'] ?? ''

function pictureIn(card: Tag): string {
  const picture = firstTag(card, 'img')
  return picture?.attribs['src'] ? figure(outer(picture), '') : ''
}

/** A link with the text of the button; only the text if it has no address. */
function buttonIn(card: Tag, name: string): string {
  const label = textIn(card, name)
  const href = withClass(card, name)?.attribs['href']
  return paragraph(href && label !== '' ? linkTo(href, label) : escapeHtml(label))
}

/** A card that becomes several elements, one below the other. */
const partsOf =
  (toParts: (card: Tag) => readonly string[]): Convert =>
  (card) =>
    replace(card, toParts(card).join(''))

/** A link, with the card's description of the page. */
const bookmark = partsOf((card) => {
  const target = addressOf(card)
  const from = joined([textIn(card, 'kg-bookmark-author'), textIn(card, 'kg-bookmark-publisher')], ' · ')
  const link = linkTo(target, textIn(card, 'kg-bookmark-title') || target)
  return [paragraph(joined([link, escapeHtml(textIn(card, 'kg-bookmark-description')), escapeHtml(from), captionOf(card)], '<br>'))]
})

const file = partsOf((card) => {
  const target = addressOf(card)
  const [title, name] = [textIn(card, 'kg-file-card-title'), textIn(card, 'kg-file-card-filename')]
  const facts = joined([title === '' || name === title ? '' : name, textIn(card, 'kg-file-card-filesize')], ', ')
  const link = linkTo(target, title || name || target.slice(target.lastIndexOf('/') + 1))
  const words = escapeHtml(textIn(card, 'kg-file-card-caption'))
  return [paragraph(joined([link + (facts === '' ? '' : ` (${escapeHtml(facts)})`), words], '<br>'))]
})

const SHOWN_MEDIA = ['src', 'poster', 'width', 'height']

/** @param poster address of the thumbnail: the attribute is an empty picture */
function playerIn(card: Tag, name: 'audio' | 'video', poster = ''): string {
  const media = firstTag(card, name)
  if (!media) return ''
  const shown = Object.entries(media.attribs).filter(([key]) => SHOWN_MEDIA.includes(key))
  media.attribs = { controls: '', ...Object.fromEntries(shown), ...(poster === '' ? {} : { poster }) }
  return outer(media)
}

const audio = partsOf((card) => {
  const thumbnail = firstTag(card, 'img')?.attribs['src'] ?? ''
  return [
    thumbnail === '' ? '' : figure(`<img src="${escapeHtml(thumbnail)}" alt="">`, ''),
    figure(playerIn(card, 'audio'), escapeHtml(textIn(card, 'kg-audio-title'))),
    below(captionOf(card)),
  ]
})

const video = partsOf((card) => {
  const poster = card.attribs['data-kg-custom-thumbnail'] || card.attribs['data-kg-thumbnail']
  return [figure(playerIn(card, 'video', poster), captionOf(card))]
})

const note = (html: string): string => `<blockquote class="callout">${html}</blockquote>`

const callout = partsOf((card) => {
  const emoji = textIn(card, 'kg-callout-emoji')
  const words = withClass(card, 'kg-callout-text')
  const isBlocks = words !== undefined && firstTag(words, 'p', 'ul', 'ol', 'blockquote') !== undefined
  return [note(isBlocks ? paragraph(emoji) + inner(words) : paragraph(`${emoji} ${inner(words)}`))]
})

const toggle = partsOf((card) => [
  `<details><summary>${htmlIn(card, 'kg-toggle-heading-text')}</summary>${htmlIn(card, 'kg-toggle-content')}</details>`,
])

const STARS = 5
const product = partsOf((card) => {
  const stars = findTags(card, 'span').filter((tag) => classesOf(tag).includes('kg-product-card-rating-active')).length
  return [
    pictureIn(card),
    heading('h4', htmlIn(card, 'kg-product-card-title')),
    stars === 0 ? '' : paragraph('★'.repeat(Math.min(stars, STARS)) + '☆'.repeat(Math.max(0, STARS - stars))),
    htmlIn(card, 'kg-product-card-description'),
    buttonIn(card, 'kg-product-card-button'),
  ]
})

/** A heading over a background picture becomes the picture, then the heading. */
const header = partsOf((card) => {
  const behind = card.attribs['data-kg-background-image'] || backgroundOf(card)
  return [
    pictureIn(card) || (behind ? figure(`<img src="${escapeHtml(behind)}" alt="">`, '') : ''),
    heading('h2', htmlIn(card, 'kg-header-card-heading') || htmlIn(card, 'kg-header-card-header')),
    paragraph(htmlIn(card, 'kg-header-card-subheading') || htmlIn(card, 'kg-header-card-subheader')),
    buttonIn(card, 'kg-header-card-button'),
  ]
})

/** Keeps the text, without the form, which could not be sent. */
const signup: Convert = (card, addNote) => {
  const form = firstTag(card, 'form')
  const fields = findTags(card, 'input').map(labelOf).join(' ').trim()
  addNote('markup', `a form to sign up was left out: ${fields} ${form ? wordsOf(form) : ''}`)
  const words = ['subheading', 'disclaimer'].map((name) => paragraph(htmlIn(card, `kg-signup-card-${name}`)))
  replace(card, [pictureIn(card), heading('h2', htmlIn(card, 'kg-signup-card-heading')), ...words].join(''))
}

const callToAction = partsOf((card) => [
  note(paragraph(htmlIn(card, 'kg-cta-sponsor-label')) + pictureIn(card) + htmlIn(card, 'kg-cta-text') + buttonIn(card, 'kg-cta-button')),
])

const nft = partsOf((card) => {
  const target = addressOf(card)
  const words = joined([textIn(card, 'kg-nft-title'), textIn(card, 'kg-nft-creator')], ' · ')
  return [figure(outer(firstTag(card, 'img')), joined([linkTo(target, words || target), captionOf(card)], '<br>'))]
})

/** Keeps the player of another site, which becomes a link later, and its caption. */
const embed: Convert = (card) => {
  const caption = takeCaption(card)
  replace(card, inner(card) + below(caption))
}

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
  'kg-blockquote-alt': (tag) => rename(tag, 'blockquote', { class: 'callout' }),
}
