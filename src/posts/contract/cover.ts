import { Parser } from 'htmlparser2'
import { readPictureAddress } from '#media/contract/picture-address.ts'

/** Cover of a post whose writer wants none. Without a choice, it is that of its text. */
export const NO_COVER = 'none'

/** Returns the first photo of a text, or the poster of its first video: what comes first. */
export function coverInText(html: string): string | null {
  if (!html.includes('/files/')) return null
  let cover: string | null = null
  const parser: Parser = new Parser({
    onopentag(name, { src = '', poster = '' }) {
      const address = name === 'img' ? src : name === 'video' ? poster : ''
      if (readPictureAddress(address) === null) return
      cover ??= address
      // The rest of a long text is not read.
      parser.pause()
    },
  })
  parser.end(html)
  return cover
}

/** Returns the picture that stands for a post; null for none. */
export const coverOf = (chosen: string | null, content: string): string | null =>
  chosen === NO_COVER ? null : (chosen ?? coverInText(content))
