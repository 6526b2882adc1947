import type { PictureKind } from '#platform/contract/limits.ts'

/**
 * Fetches a picture of another site, cleans and stores it.
 * @returns its path on this blog
 * @throws bad_request that names the field
 */
export type FetchPicture = (address: string, options: FetchPictureOptions) => Promise<string>

interface FetchPictureOptions {
  /** Owner of the stored picture. */
  readonly userId: string
  readonly kind: PictureKind
  /** Field of the request that named the address. */
  readonly field: string
}
