import type { CallOutput } from '#contract/api.ts'
import { browserApi } from '#web/api/browser-api.ts'
import type { Api } from '#web/api/client.ts'
import type { Draft, DraftMark, DraftScope, ServerDrafts } from './draft.ts'

/** What a save returns. */
export interface Saved {
  /** Of the post as it is published now; null for a new one. */
  readonly revision: number | null
  /** Other texts of the same person for the same post. */
  readonly others: readonly (DraftMark & { readonly savedAt: number })[]
}

/** Texts on the server. Calls reject with ApiError. */
export interface DraftServer {
  readonly save: (scope: DraftScope, draft: Draft) => Promise<Saved>
  readonly end: (scope: DraftScope, mark: DraftMark) => Promise<unknown>
}

const toDrafts = ({ revision, drafts, ended }: CallOutput<'GET /api/post/draft/:postId'>): ServerDrafts => ({
  revision,
  ended,
  drafts: drafts.map(({ writer, sequence, baseRevision, savedAt, ...text }) => ({
    writer,
    sequence,
    baseRevision,
    savedAt: Date.parse(savedAt),
    text,
    replaces: [],
  })),
})

export const readServerDrafts = async (api: Api, postId: string, signal?: AbortSignal): Promise<ServerDrafts> =>
  toDrafts(await api('GET /api/post/draft/:postId', { params: { postId } }, { signal }))

/** A server that does not respond at all is one that cannot be reached. */
const TIMEOUT_MS = 10_000

export const draftServer: DraftServer = {
  async save({ userId, postId }, { writer, sequence, baseRevision, text, replaces }) {
    const body = { userId, writer, sequence, baseRevision, ...text, replaces }
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const { revision, others } = await browserApi('PUT /api/post/draft/:postId', { params: { postId }, body }, { signal })
    return { revision, others: others.map((other) => ({ ...other, savedAt: Date.parse(other.savedAt) })) }
  },
  end: ({ postId }, { writer, sequence }) =>
    browserApi('DELETE /api/post/draft/:postId', { params: { postId }, query: { writer, sequence } }),
}
