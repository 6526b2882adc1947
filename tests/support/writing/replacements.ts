import type { Database } from '#platform/database/database.ts'
import type { Post } from '#posts/contract/posts.endpoints.ts'
import type { Watch } from './device.ts'
import type { Tab } from './tab.ts'

/** The words that were typed. */
export const tokensIn = (content: string): string[] => content.match(/t\d+x/g) ?? []

interface SavedText {
  readonly sent: { readonly sequence: number; readonly content: string; readonly state: string }
  readonly result: { readonly sequence: number }
}

/** Checks that nothing is replaced on the server which the writer has not seen. */
export class Replacements {
  readonly #db: Database
  readonly #report: (problem: string) => void
  /** Published posts, the newest first; grows. */
  readonly #postIds: string[]
  /** Every tab, also those that are closed. */
  readonly #tabs = new Set<Tab>()
  /** Texts sent for publication, by user and text, in their order. */
  readonly #sent = new Map<string, string[]>()
  /** Contents of the saves on the server, by user, text and number. */
  readonly #saves = new Map<string, string>()
  /** Contents that their writer has thrown away, by user. */
  readonly #discarded = new Set<string>()
  /** Versions that each post is known to have. */
  readonly #versions = new Map<string, number>()

  constructor(db: Database, report: (problem: string) => void, postIds: string[]) {
    this.#db = db
    this.#report = report
    this.#postIds = postIds
  }

  /** A form that goes on with a text knows what that text began with: what its former forms had shown before it. */
  add(tab: Tab): void {
    const { content, shown } = tab
    for (const former of this.#tabs) {
      const earlier = [...former.shown]
      for (const each of earlier.slice(0, earlier.indexOf(content) + 1)) shown.add(each)
    }
    this.#tabs.add(tab)
  }

  attempt({ device, session }: Tab, content: string): void {
    const key = `${device.user.id}/${session.getState().id}`
    this.#sent.set(key, [...(this.#sent.get(key) ?? []), content])
  }

  /** Whoever throws a text away throws away what it was before: an earlier save of it may be on the server still. */
  discard({ device, shown }: Tab, content: string): void {
    const words = tokensIn(content)
    const earlier = [...shown].filter((each) => tokensIn(each).every((word) => words.includes(word)))
    for (const each of [content, ...earlier]) this.#discarded.add(`${device.user.id}/${each}`)
  }

  /** Whether a form has shown both: the writer of the one knows the other. */
  #isShown(replaced: string, content: string): boolean {
    return [...this.#tabs].some(({ shown }) => shown.has(replaced) && shown.has(content))
  }

  async watch(tab: Tab, { method, path, body }: Parameters<Watch>[0], send: () => Promise<Response>): Promise<Response> {
    const response = await send()
    if (!response.ok || method === 'GET') return response
    const [, draftId] = /\/api\/post\/draft\/([\w-]+)/.exec(path) ?? []
    const result = (await response.clone().json()) as never
    const sent = JSON.parse(body) as never
    if (draftId !== undefined) this.#checkSave(tab, draftId, { sent, result })
    else if (/\/api\/post\/(create|updatepost)/.test(path)) await this.#checkPublication(tab, sent, result)
    return response
  }

  /** Checks the text that a save has replaced on the server. */
  #checkSave({ device: { user } }: Tab, draftId: string, { sent, result }: SavedText): void {
    const key = `${user.id}/${draftId}`
    const replaced = this.#saves.get(`${key}/${sent.sequence}`)
    const isPut = result.sequence === sent.sequence + 1
    if (isPut) this.#saves.set(`${key}/${result.sequence}`, sent.content)
    if (!isPut || !replaced || sent.state === 'ended' || replaced === sent.content) return
    const isSeen = this.#isShown(replaced, sent.content) || this.#discarded.has(`${user.id}/${replaced}`)
    if (!isSeen) this.#report(`saved over unseen: ${replaced} by ${sent.content}`)
  }

  /** Checks the version that a publication has replaced. */
  async #checkPublication({ device }: Tab, { content }: { content: string }, { _id: postId }: Post): Promise<void> {
    if (!this.#postIds.includes(postId)) this.#postIds.unshift(postId)
    const versions = this.#db.selectFrom('post_versions').select('content').where('post_id', '=', postId)
    const [replaced, ...earlier] = await versions.where('revision', 'is not', null).orderBy('revision', 'desc').execute()
    if (!replaced || earlier.length < (this.#versions.get(postId) ?? 0)) return
    this.#versions.set(postId, earlier.length + 1)
    this.#checkReplaced(this.#sent.get(`${device.user.id}/${postId}`) ?? [], replaced.content, content)
  }

  #checkReplaced(sent: readonly string[], replaced: string, content: string): void {
    const isOlder = sent.includes(replaced) && sent.lastIndexOf(content) < sent.lastIndexOf(replaced)
    if (isOlder) this.#report(`an older text replaced a newer one: ${replaced}`)
    if (!this.#isShown(replaced, content)) this.#report(`replaced unseen: ${replaced} by ${content}`)
  }
}
