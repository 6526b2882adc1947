import type { SourceComment } from '#moving/server/record/source.ts'

type Linked = Pick<SourceComment, 'id' | 'parentId'>

/**
 * Maps the id of each reply, at any depth, to the id of its top-level comment, since Kindred's replies are one level deep.
 * The top-level comment may be missing in the list. In a cycle of replies, one comment is the top-level one.
 */
export function flattenReplies(comments: readonly Linked[]): Map<string, string> {
  const parents = new Map(comments.map(({ id, parentId }) => [id, parentId]))
  /** Id of the top-level comment by comment id; null for a top-level comment. */
  const tops = new Map<string, string | null>()
  for (const { id } of comments) {
    const path: string[] = []
    const seen = new Set<string>()
    let at = id
    let next = parents.get(at)
    while (next && !tops.has(at) && !seen.has(at)) {
      seen.add(at)
      path.push(at)
      at = next
      next = parents.get(at)
    }
    const top = tops.get(at) ?? at
    for (const one of path) tops.set(one, one === top ? null : top)
  }
  return new Map([...tops].filter((entry): entry is [string, string] => entry[1] !== null))
}
