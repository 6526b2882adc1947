import { escapeHtml, HtmlChanges, type OpeningTag, openingTag } from '#platform/contract/read-html.ts'
import { visibleText } from '#posts/contract/body-text.ts'

interface FeedPlace {
  readonly publicUrl: string
  /** Absolute URL of the post. */
  readonly url: string
  /** Whether feed readers can open the pictures, audio and video; otherwise they become links to the post. */
  readonly hasPictures: boolean
}

const ADDRESSES = ['href', 'src', 'poster']

/** Returns a body as feed readers need it: with absolute URLs, because some cannot resolve relative ones. */
export function toFeedHtml(html: string, place: FeedPlace): string {
  const changes = new HtmlChanges(html)
  /** Name of the player whose content is left out. */
  let player = ''
  for (const [index, token] of changes.tokens.entries()) {
    if (player !== '') {
      changes.replace(index, '')
      if (token.kind === 'close' && token.name === player) player = ''
    } else if (token.kind !== 'open') continue
    else if (!place.hasPictures && token.name in LABELS) {
      changes.replace(index, `<a href="${place.url}">${escapeHtml(labelOf(token))}</a>`)
      if (token.name !== 'img') player = token.name
    } else if (ADDRESSES.some((name) => isRelative(token.attributes[name]))) {
      changes.replace(index, openingTag(token.name, withAbsoluteUrls(token, place)))
    }
  }
  return changes.toString()
}

const LABELS: Readonly<Record<string, string>> = { img: 'A picture', audio: 'Sound', video: 'A film' }

const labelOf = ({ name, attributes }: OpeningTag): string =>
  name === 'img' && attributes['alt'] ? `Picture: ${attributes['alt']}` : (LABELS[name] ?? '')

const isRelative = (address: string | undefined): boolean => address?.startsWith('/') === true || address?.startsWith('#') === true

const withAbsoluteUrls = ({ attributes }: OpeningTag, { publicUrl, url }: FeedPlace): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => {
      const isAbsolute = !ADDRESSES.includes(name) || !isRelative(value)
      return [name, isAbsolute ? value : `${value.startsWith('#') ? url : publicUrl}${value}`]
    }),
  )

/** Characters of HTML to read: enough for a summary, even with much markup. */
const READ_MAX_LENGTH = 4000
const SUMMARY_MAX_LENGTH = 280

/** Returns the beginning of the visible text, cut between words. */
export function summaryOf(html: string): string {
  const text = visibleText(html.slice(0, READ_MAX_LENGTH))
  const start = text.slice(0, SUMMARY_MAX_LENGTH)
  return start === text ? text : `${start.slice(0, Math.max(start.lastIndexOf(' '), SUMMARY_MAX_LENGTH / 2)).toWellFormed()}…`
}
