import { AppError } from '#platform/contract/errors.ts'

/** Fetches and stores a picture of another site. @returns its path on this blog */
export type FetchCover = (address: string, userId: string) => Promise<string>

interface Options {
  readonly publicUrl: string
  readonly fetchCover: FetchCover
  /** Owner of the stored picture. */
  readonly userId: string
}

/**
 * Replaces a cover of another site by a stored copy: no page loads anything from another site (decision 4).
 * @throws bad_request that names the field if it cannot be had
 */
export async function withOwnCover<Text extends { readonly image?: string | null | undefined }>(
  text: Text,
  { publicUrl, fetchCover, userId }: Options,
): Promise<Text> {
  if (!text.image) return text
  if (!URL.canParse(text.image, publicUrl)) throw noPicture()
  const { protocol, origin, href } = new URL(text.image, publicUrl)
  if (origin === new URL(publicUrl).origin) return text
  if (protocol !== 'http:' && protocol !== 'https:') throw noPicture()
  return { ...text, image: await fetchCover(href, userId) }
}

const noPicture = () => new AppError('bad_request', 'The cover must be the address of a picture.', { field: 'image' })
