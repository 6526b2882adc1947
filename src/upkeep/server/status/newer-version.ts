import { HOUR_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import type { Logger } from '#platform/process/logger.ts'
import { readBlogVersion } from '#platform/process/project-folder.ts'

interface Parts {
  /** Address of a git repository, over https; its tags are the versions. */
  readonly from: string
  readonly logger: Pick<Logger, 'warn'>
}

export interface NewerVersion {
  /** For instance '0.2.0'; null while none is known. */
  readonly find: () => string | null
  readonly close: () => void
}

const FIRST_MS = MINUTE_MS
const EVERY_MS = 24 * HOUR_MS
const TIMEOUT_MS = 15_000
const BODY_MAX_CHARACTERS = 1_000_000
const TAG = /refs\/tags\/([^\s^\0]+)/g
/** `v0.2.0` or `0.2.0`; neither `v0.2.0-rc1` nor `nightly`. */
const VERSION = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/

/** Asks once a day. Only for operators who have set VERSIONS_URL: the request tells that server of this blog. */
export function watchNewerVersion({ from, logger }: Parts): NewerVersion {
  let newest: string | null = null
  const check = async () => {
    try {
      newest = newerOf(await listTags(from), await readBlogVersion())
    } catch (err) {
      logger.warn({ err }, 'newer versions could not be read')
    }
  }
  const first = setTimeout(() => void check(), FIRST_MS).unref()
  const timer = setInterval(() => void check(), EVERY_MS).unref()
  return {
    find: () => newest,
    close() {
      clearTimeout(first)
      clearInterval(timer)
    },
  }
}

/** Reads the tags as git does, from the list that a repository begins with. */
export async function listTags(from: string): Promise<string[]> {
  const url = `${from.replace(/\/$/, '')}/info/refs?service=git-upload-pack`
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok || !response.body) throw new Error(`${response.status} ${url}`)
  let text = ''
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    text += part
    if (text.length > BODY_MAX_CHARACTERS) break
  }
  return Array.from(text.matchAll(TAG), ([, tag = '']) => tag)
}

/** Returns the newest version, without its `v`, if it is newer. */
export function newerOf(tags: readonly string[], version: string): string | null {
  const newest = newestVersion(tags)
  return newest !== undefined && compareVersions(newest, version) > 0 ? newest.replace(/^v/, '') : null
}

/** Returns the tag of the newest version. */
export const newestVersion = (tags: readonly string[]): string | undefined =>
  tags
    .filter((tag) => VERSION.test(tag))
    .toSorted(compareVersions)
    .at(-1)

function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => VERSION.exec(text)?.slice(1).map(Number))
  return [0, 1, 2].map((place) => (a?.[place] ?? 0) - (b?.[place] ?? 0)).find((difference) => difference !== 0) ?? 0
}
