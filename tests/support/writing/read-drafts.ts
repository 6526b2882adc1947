import { listPostOverview } from '#writing/contract/manage-posts.endpoints.ts'
import { getDraft } from '#writing/contract/writing.endpoints.ts'
import type { Api } from '#ui/api/client.ts'

/** Reads the caller's unpublished texts on the server: the new ones, or that of a post. */
export async function readDrafts(api: Api, postId = 'new') {
  const { drafts } = await api(listPostOverview, {})
  const ids = drafts.filter((draft) => draft.postId === postId).map(({ id }) => id)
  const read = await Promise.all(ids.map((id) => api(getDraft, { params: { postId: id } })))
  return read.flatMap(({ _id, draft }) => (draft ? [{ ...draft, id: _id }] : []))
}
