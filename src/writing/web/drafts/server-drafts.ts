import { deleteDraft, listDrafts, saveDraft } from '#writing/contract/writing.endpoints.ts'
import type { CallOutput } from '#platform/contract/endpoint.ts'
import { ApiError } from '#ui/api/api-error.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import type { Api } from '#ui/api/client.ts'
import type { Draft, DraftMark, DraftScope, ServerDrafts } from './draft.ts'

/** Revision of the published post, and versions of the user's other drafts for it. */
export type Saved = CallOutput<typeof saveDraft>

/** Drafts on the server. Calls reject with ApiError. */
export interface DraftServer {
  readonly read: (postId: string) => Promise<ServerDrafts>
  readonly save: (scope: DraftScope, draft: Draft) => Promise<Saved>
  readonly end: (scope: DraftScope, mark: DraftMark) => Promise<unknown>
}

export const readServerDrafts = async (api: Api, postId: string, signal?: AbortSignal): Promise<ServerDrafts> => {
  const { revision, ended, drafts } = await api(listDrafts, { params: { postId } }, { signal })
  const toDraft = ({ writer, sequence, baseRevision, savedAt, ...text }: (typeof drafts)[number]): Draft => {
    return { writer, sequence, baseRevision, savedAt: Date.parse(savedAt), text, replaces: [] }
  }
  return { revision, ended, drafts: drafts.map(toDraft) }
}

/** A server that does not respond in time counts as unreachable. */
const TIMEOUT_MS = 10_000

export const draftServer: DraftServer = {
  read: (postId) => readServerDrafts(browserApi, postId),
  save({ userId, postId }, { writer, sequence, baseRevision, text, replaces }) {
    const body = { userId, writer, sequence, baseRevision, ...text, replaces }
    return browserApi(saveDraft, { params: { postId }, body }, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  },
  end: ({ postId }, { writer, sequence }) => browserApi(deleteDraft, { params: { postId }, query: { writer, sequence } }),
}

/** Whether a retry may help: the server cannot be reached, or is in trouble. A refused call would be refused again. */
export const isTrouble = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500

export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401
