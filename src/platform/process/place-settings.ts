/** Where backups are copied to: a bucket, or a folder of another machine over SSH. */
export type PlaceSettings =
  | {
      readonly type: 's3'
      readonly bucket: string
      /** Begin of the keys: empty, or with a slash at its end. */
      readonly prefix: string
      /** Null for Amazon S3. */
      readonly endpoint: string | null
      readonly region: string
      readonly accessKeyId: string
      readonly secretAccessKey: string
    }
  | {
      readonly type: 'sftp'
      readonly host: string
      readonly port: number
      readonly user: string
      /** Absolute, or relative to the folder in which the user arrives. */
      readonly folder: string
      /** `SHA256:…`; null until it is known. */
      readonly hostKey: string | null
      /** A private key in the form of OpenSSH or PEM, the path of its file, or a password. */
      readonly secret: { readonly privateKey: string } | { readonly keyFile: string } | { readonly password: string }
    }

/** What a person enters for a place. */
export interface PlaceInput {
  /** `s3://bucket/folder` or `sftp://user@host:22/folder` */
  readonly url: string
  readonly endpoint: string | null
  readonly region: string
  readonly accessKeyId: string
  readonly hostKey: string | null
  readonly secret: string
}

const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]{0,200}))?$/
const SFTP = /^sftp:\/\/([\w.@+-]{1,100})@(\[[0-9a-f:]{2,45}\]|[a-z0-9.-]{1,253})(?::(\d{1,5}))?(?:\/([\w./~ -]{0,200}))?$/i
const SSH_PORT = 22
const HOST_KEY = /^SHA256:[A-Za-z0-9+/]{43}$/

export const PLACE_URL_MISTAKE = 'must be like s3://bucket/folder or sftp://user@backup.example.org/folder.'
export const HOST_KEY_MISTAKE = 'must be a fingerprint like SHA256:… of 43 letters, as ssh-keygen -l prints it.'

export const isPlaceUrl = (url: string): boolean => BUCKET.test(url) || (isFolderUrl(SFTP.exec(url)) && !url.includes('..'))
const isFolderUrl = (parts: RegExpExecArray | null) => parts !== null && isPort(parts[3] ?? String(SSH_PORT))
const isPort = (text: string) => Number(text) >= 1 && Number(text) <= 65_535
export const isHostKey = (text: string): boolean => HOST_KEY.test(text)

/** @returns undefined for an address that is none */
export function readPlace(input: PlaceInput): PlaceSettings | undefined {
  if (!isPlaceUrl(input.url)) return undefined
  return input.url.startsWith('s3:') ? readBucket(input) : readFolder(input)
}

function readBucket({ url, endpoint, region, accessKeyId, secret }: PlaceInput): PlaceSettings {
  const [, bucket = '', prefix = ''] = BUCKET.exec(url) ?? []
  return { type: 's3', bucket, prefix: folderOf(prefix), endpoint, region, accessKeyId, secretAccessKey: secret }
}

function readFolder({ url, secret, hostKey }: PlaceInput): PlaceSettings {
  const [, user = '', host = '', port = String(SSH_PORT), path = ''] = SFTP.exec(url) ?? []
  return {
    type: 'sftp',
    user,
    host: host.replace(/^\[|\]$/g, ''),
    port: Number(port),
    folder: path === '~' || path.startsWith('~/') ? path.slice(2) || '.' : `/${path}`,
    hostKey,
    secret: secret.includes('-----BEGIN') ? { privateKey: secret } : { password: secret },
  }
}

/** The address without anything secret. */
export function placeUrl(place: PlaceSettings): string {
  if (place.type === 's3') return `s3://${place.bucket}${place.prefix === '' ? '' : `/${place.prefix.slice(0, -1)}`}`
  const host = place.host.includes(':') ? `[${place.host}]` : place.host
  const path = place.folder.startsWith('/') ? place.folder : `/~/${place.folder === '.' ? '' : place.folder}`
  return `sftp://${place.user}@${host}${place.port === SSH_PORT ? '' : `:${place.port}`}${path}`
}

const folderOf = (path: string) => {
  const parts = path.split('/').filter((part) => part !== '')
  return parts.length === 0 ? '' : `${parts.join('/')}/`
}
