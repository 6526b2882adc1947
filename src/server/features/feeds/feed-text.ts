import { plainText } from '#server/platform/html.ts'

interface Place {
  readonly publicUrl: string
  /** The whole address of the post. */
  readonly url: string
}

/** Sanitised bodies have attributes in double quotes alone, and no `<` or `>` in one (`sanitize-body.ts`). */
const TAG_WITH_ADDRESS = /<(?:a|img|audio|video|track) [^<>]*>/g
const OWN_ADDRESS = /( (?:href|src|poster)=")([/#][^"<>]*)"/g
const PLAYER = /<(audio|video) [^<>]*>[^]*?<\/\1>/g
const PICTURE = /<img((?: [a-z]+="[^"<>]*")*)(?: \/)?>/g
const DESCRIPTION = / alt="([^"<>]+)"/

/** A body whose links and pictures have whole addresses. Readers do not all know what a path is relative to. */
export const withWholeAddresses = (html: string, { publicUrl, url }: Place): string =>
  html.replace(TAG_WITH_ADDRESS, (tag) =>
    tag.replace(OWN_ADDRESS, (_, start: string, path: string) => `${start}${path.startsWith('#') ? url : publicUrl}${path}"`),
  )

/** Links to the post in place of pictures, sound and film that a feed reader could not open. */
export const withLinksForPictures = (html: string, url: string): string =>
  html
    .replace(PLAYER, (_, name: string) => `<a href="${url}">${name === 'audio' ? 'Sound' : 'A film'}</a>`)
    .replace(PICTURE, (_, attributes: string) => {
      const description = DESCRIPTION.exec(attributes)?.[1]
      return `<a href="${url}">${description === undefined ? 'A picture' : `Picture: ${description}`}</a>`
    })

/** Enough for the beginning, also where there is much markup. */
const READ_MAX_LENGTH = 4000
const SUMMARY_MAX_LENGTH = 280

/** The beginning of the visible text, cut between words. */
export function summaryOf(html: string): string {
  const text = plainText(html.slice(0, READ_MAX_LENGTH).replace(/<[^>]*(?:>|$)|&[a-z#0-9]*$/gi, ' '))
  const start = text.slice(0, SUMMARY_MAX_LENGTH)
  return start === text ? text : `${start.slice(0, Math.max(start.lastIndexOf(' '), SUMMARY_MAX_LENGTH / 2)).toWellFormed()}…`
}
