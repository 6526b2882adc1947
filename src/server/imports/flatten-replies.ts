import type { SourceComment } from './source.ts'

type Linked = Pick<SourceComment, 'id' | 'parentId'>

/**
 * What begins the conversation of each reply, at any depth (here replies are one level deep): the id of a comment of the
 * list, or of one that is missing there. A comment that replies to itself, through others or not, is no reply.
 * @returns by the id of the reply
 */
export function flattenReplies(comments: readonly Linked[]): Map<string, string> {
  const parents = new Map(comments.map(({ id, parentId }) => [id, parentId]))
  /** Null for those that begin one. */
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
