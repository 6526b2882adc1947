import { plainText } from '#platform/text/html.ts'

interface PostUrls {
  readonly publicUrl: string
  /** Absolute URL of the post. */
  readonly url: string
}

/** Attributes of sanitised bodies are in double quotes and contain no `<` or `>` (`sanitize-body.ts`). */
const TAG_WITH_URL = /<(?:a|img|audio|video|track) [^<>]*>/g
const RELATIVE_URL = /( (?:href|src|poster)=")([/#][^"<>]*)"/g
const AUDIO_OR_VIDEO = /<(audio|video) [^<>]*>[^]*?<\/\1>/g
const PICTURE = /<img((?: [a-z]+="[^"<>]*")*)(?: \/)?>/g
const ALT_TEXT = / alt="([^"<>]+)"/

/** Makes the URLs of links and media absolute, because some feed readers cannot resolve relative ones. */
export const withAbsoluteUrls = (html: string, { publicUrl, url }: PostUrls): string =>
  html.replace(TAG_WITH_URL, (tag) =>
    tag.replace(RELATIVE_URL, (_, start: string, path: string) => `${start}${path.startsWith('#') ? url : publicUrl}${path}"`),
  )

/** Replaces pictures, audio and video that a feed reader could not open with links to the post. */
export const withLinksForMedia = (html: string, url: string): string =>
  html
    .replace(AUDIO_OR_VIDEO, (_, name: string) => `<a href="${url}">${name === 'audio' ? 'Sound' : 'A film'}</a>`)
    .replace(PICTURE, (_, attributes: string) => {
      const description = ALT_TEXT.exec(attributes)?.[1]
      return `<a href="${url}">${description === undefined ? 'A picture' : `Picture: ${description}`}</a>`
    })

/** Characters of HTML to read: enough for a summary, even with much markup. */
const READ_MAX_LENGTH = 4000
const SUMMARY_MAX_LENGTH = 280

/** Returns the beginning of the visible text, cut between words. */
export function summaryOf(html: string): string {
  const text = plainText(html.slice(0, READ_MAX_LENGTH).replace(/<[^>]*(?:>|$)|&[a-z#0-9]*$/gi, ' '))
  const start = text.slice(0, SUMMARY_MAX_LENGTH)
  return start === text ? text : `${start.slice(0, Math.max(start.lastIndexOf(' '), SUMMARY_MAX_LENGTH / 2)).toWellFormed()}…`
}
