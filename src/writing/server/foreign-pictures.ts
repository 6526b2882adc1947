import { AppError } from '#platform/contract/errors.ts'
import { HtmlChanges, openingTag } from '#platform/contract/read-html.ts'
import type { FetchPicture, FetchPictureOptions } from '#media/server/index.ts'

interface Options extends Pick<FetchPictureOptions, 'user' | 'outside'> {
  readonly publicUrl: string
  readonly fetchPicture: FetchPicture
}

interface Text {
  readonly image?: string | null | undefined
  readonly content?: string | undefined
}

interface OwnText<T> {
  readonly text: T
  /** A sentence for each picture of the body that was left out. */
  readonly notices: readonly string[]
}

/** Pictures of one body that are fetched; an import stores more. */
const FETCHED_MAX = 20

/**
 * Replaces pictures of other sites by stored copies: no page loads anything from another site (decision 7).
 * @throws bad_request that names the field if the cover cannot be had
 */
export async function withOwnPictures<T extends Text>(text: T, options: Options): Promise<OwnText<T>> {
  const image = text.image ? await ownCover(text.image, options) : text.image
  const { html, notices } = text.content === undefined ? { html: undefined, notices: [] } : await withOwnImages(text.content, options)
  return { text: { ...text, ...(image ? { image } : {}), ...(html === undefined ? {} : { content: html }) }, notices }
}

async function ownCover(image: string, { publicUrl, fetchPicture, ...by }: Options): Promise<string> {
  if (!URL.canParse(image, publicUrl)) throw noPicture()
  const { protocol, href } = new URL(image, publicUrl)
  if (!isForeign(image, publicUrl)) return image
  if (protocol !== 'http:' && protocol !== 'https:') throw noPicture()
  return fetchPicture(href, { ...by, kind: 'post', field: 'image' })
}

const noPicture = () => new AppError('bad_request', 'The cover must be the address of a picture.', { field: 'image' })

const isForeign = (address: string, publicUrl: string): boolean =>
  URL.canParse(address, publicUrl) && new URL(address, publicUrl).origin !== new URL(publicUrl).origin

async function withOwnImages(content: string, options: Options): Promise<{ html: string; notices: string[] }> {
  const changes = new HtmlChanges(content)
  const notices: string[] = []
  let fetched = 0
  for (const [index, token] of changes.tokens.entries()) {
    if (token.kind !== 'open' || token.name !== 'img') continue
    const { src = '' } = token.attributes
    if (!/^(?:https?:)?\/\//i.test(src) || !isForeign(src, options.publicUrl)) continue
    fetched += 1
    // The sanitiser removes a picture that keeps its address.
    if (fetched > FETCHED_MAX) notices.push(`The picture ${src} was left out: at most ${FETCHED_MAX} of other sites are fetched at once.`)
    else {
      const result = await fetchOne(src, options)
      if ('url' in result) changes.replace(index, openingTag('img', { ...token.attributes, src: result.url }))
      else notices.push(`The picture ${src} was left out: ${result.problem}`)
    }
  }
  return { html: String(changes), notices }
}

async function fetchOne(src: string, { publicUrl, fetchPicture, ...by }: Options): Promise<{ url: string } | { problem: string }> {
  try {
    return { url: await fetchPicture(new URL(src, publicUrl).href, { ...by, kind: 'post', field: 'content' }) }
  } catch (error) {
    if (error instanceof AppError && error.code === 'bad_request') return { problem: error.message }
    throw error
  }
}
