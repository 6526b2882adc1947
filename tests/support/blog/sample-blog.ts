import type { Browser, BrowserContext } from 'playwright-core'
import type { Account } from '#tests/support/accounts.ts'
import { startBlogProcess } from './blog-process.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { type Caller, callAs } from './call-as.ts'
import { createWords, runCommands } from './seed-data.ts'
import { sendAs, uploadAs } from '#tests/support/media/upload-as.ts'
import { writeVideos } from '#tests/support/media/write-videos.ts'

/** Who views a screen. */
export type Role = 'visitor' | 'reader' | 'admin'

const PASSWORD = 'a long password for looking around'
const account = (username: string): Account => ({ username, email: `${username}@example.org`, password: PASSWORD })
export const SAMPLE_ACCOUNTS = { reader: account('ines'), admin: account('ruthanne') } as const

/** A real server with the samples, one post with every kind of content, and a user of each role. */
export interface SampleBlog {
  readonly url: string
  /** Path of a post with every kind of content, and comments. */
  readonly richPath: string
  readonly richId: string
  /** Id of a post that was published twice, with an unpublished change of the admin that is based on the first version. */
  readonly contestedId: string
  /** Path of its first version. */
  readonly versionPath: string
  /** Includes the token of an open invitation. */
  readonly invitationPath: string
  /** Path of a post without comments. */
  readonly quietPath: string
  /** Path of a post with seven photos. */
  readonly photosPath: string
  /** Path of a post with a video, an audio file and a document. */
  readonly mediaPath: string
  readonly mediaId: string
  /** A browser context signed in with this role, without an open page. */
  readonly enter: (browser: Browser, role: Role, options?: Parameters<Browser['newContext']>[0]) => Promise<BrowserContext>
  readonly stop: () => Promise<void>
}

/** A picture, a gallery, a table wider than a phone, code, quotes, lists, links, and what few posts hold. */
const RICH_BODY = `
<p>Everything we keep for the nights is in one drawer, and this is what is in it, what it is for, and who to ring. Print it, change it, put it inside your own cupboard.</p>
<h2>What lies where</h2>
<p>The list has grown over four years. A friend asked for it <a href="/about">in the words we use</a>, so here they are, with the <strong>sizes</strong> and <em>nothing left out</em>. The file is called <code>night-drawer.txt</code>.</p>
<figure><img src="/drawings/cover/window.svg" width="1200" height="750" alt="A window at night with a plant and a mug on the sill"><figcaption>The sill by her bed: the spare pump stands where the mug is.</figcaption></figure>
<table><caption>What is in the drawer</caption><thead><tr><th scope="col">What</th><th scope="col">How many</th><th scope="col">Size</th><th scope="col">Where it comes from</th><th scope="col">Ordered</th><th scope="col">Who knows</th></tr></thead>
<tbody><tr><td>Extension sets</td><td>6</td><td>12 Fr</td><td>Community nurses</td><td>First Monday</td><td>Sam</td></tr>
<tr><td>Syringes for enteral feeding</td><td>20</td><td>60 ml</td><td>Pharmacy on the corner</td><td>Every fortnight</td><td>Ruth</td></tr>
<tr><td>Tape</td><td>2</td><td>2.5 cm</td><td>Chemist</td><td>When it is gone</td><td>Everyone</td></tr></tbody></table>
<blockquote><p>It gets lighter. Not all at once, and not for good. <em>But it does.</em></p></blockquote>
<figure><img src="/drawings/cover/cup.svg" width="1200" height="750" alt="A cup of tea"><figcaption>Tea, first.</figcaption></figure><img src="/drawings/cover/books.svg" width="1200" height="750" alt="A row of books"><img src="/drawings/cover/kite.svg" width="1200" height="750" alt="">
<h3>In this order</h3>
<ol><li>Look at her, then at the number.</li><li>Silence the alarm.<ul><li>Twice, if it is the old pump.</li><li>Once, if it is the new one.</li></ul></li><li>Count to ten.</li></ol>
<dl><dt>Fr</dt><dd>French: how thick a tube is. Three of them are a millimetre.</dd><dt>Enteral</dt><dd>By way of the stomach.</dd></dl>
<blockquote class="pullquote"><p>Look at her first.</p><p><cite>The nurse who stayed longer</cite></p></blockquote>
<blockquote class="callout"><p>The number of the ward is on the lid<sup><a href="#fn-1" id="fnref-1">1</a></sup>. Press <kbd>0</kbd> for the <abbr title="Paediatric intensive care unit">PICU</abbr>.</p></blockquote>
<details><summary>When the power is out</summary><p>The spare pump runs for four hours.</p></details>
<details open><summary>When nobody picks up</summary><p>Ring the <q>other</q> number.</p></details>
<pre><code>night    = pump + monitor + spare
if alarm   look at the child first, then at the screen, and only then at the manual that came with it in eleven languages</code></pre>
<hr>
<p>That is all of it. <a href="mailto:us@example.org">Write to us</a> if your drawer holds something that ours should.</p>
<ol class="footnotes"><li id="fn-1">It has <ins>two</ins> now. <a href="#fnref-1">↩</a></li></ol>`

async function call<T>(context: BrowserContext, address: string, data: unknown): Promise<T> {
  const response = await context.request.post(address, { data })
  if (!response.ok()) throw new Error(`${address} answered ${response.status()}: ${await response.text()}`)
  return (await response.json()) as T
}

const SHAPES = [
  [1500, 1000],
  [900, 1350],
] as const

/** A gallery of seven photos. */
async function createPhotos(admin: Caller): Promise<string> {
  const addresses = await uploadAs(admin, SHAPES)
  const images = Array.from({ length: 7 }, (_, index) => `<img src="${addresses[index % 2]}" alt="Photo ${index + 1} of the trip">`)
  const figure = `<figure>${images[0]}<figcaption>The sea, at last.</figcaption></figure>`
  const body = { title: 'A day by the sea', content: `<p>We went.</p>${figure}${images.slice(1).join('')}<p>And came back.</p>` }
  return `/post/${(await admin.api(createPost, { body })).slug}`
}

async function createMedia(admin: Caller) {
  const content = `<p>It was a week of firsts.</p>${await writeVideos({ send: sendAs(admin) })}<p>And then we slept.</p>`
  const { slug, _id: mediaId } = await admin.api(createPost, { body: { title: 'First steps, a word and a plan', content } })
  return { mediaPath: `/post/${slug}`, mediaId }
}

/** Adds the content that the samples lack. */
async function write(url: string, contexts: Record<'reader' | 'admin', BrowserContext>) {
  const create = (title: string, content: string) =>
    call<{ _id: string; slug: string; userId: string }>(contexts.admin, `${url}/api/post/create`, { title, content, category: 'medical' })
  const quiet = await create('Nobody has said anything about this yet', '<p>It is a short one.</p>')
  const rich = await create('What is in the night drawer, and who to ring when it is empty', RICH_BODY)
  for (const { request } of [contexts.reader, contexts.admin]) await request.put(`${url}/api/post/like/${rich._id}`)
  const comment = (who: 'reader' | 'admin', content: string, parentId?: string) =>
    call<{ _id: string }>(contexts[who], `${url}/api/comment/create`, { postId: rich._id, content, parentId })
  // A thread whose first comment was deleted.
  const deleted = await comment('reader', 'Which drawer?')
  await comment('admin', 'The left one. Everybody asks that.', deleted._id)
  await contexts.reader.request.delete(`${url}/api/comment/deletecomment/${deleted._id}`)
  const kept = await comment('reader', 'We keep ours in a biscuit tin.\n\nThe children know which one.')
  const reply = await comment('admin', 'So do ours. They told the cat.', kept._id)
  await comment('reader', `The cat told ${'everybody'.repeat(9)}.`, reply._id)
  const disliked = await comment('admin', `A very long word for you all: ${'drawer'.repeat(12)}`)
  await call(contexts.reader, `${url}/api/comment/report/${disliked._id}`, { reason: 'The word is too long for my phone.' })
  const contested = await createContestedPost(url, contexts.admin, create)
  const withLink = 'We found a bag with wheels: https://example.org/bags. It goes over kerbs.'
  await call(contexts.reader, `${url}/api/comment/create`, { postId: contested._id, content: withLink })
  const { link } = await call<{ link: string }>(contexts.admin, `${url}/api/invitations`, { name: 'Grandparents', usesMax: 10 })
  return { quiet, rich, contested, invitationPath: link.slice(link.indexOf('/invitation')) }
}

type Create = (title: string, content: string) => Promise<{ _id: string; userId: string }>

/** Creates a post with an earlier version and an unpublished change, and another one in the trash. */
async function createContestedPost(url: string, admin: BrowserContext, create: Create) {
  const before = '<p>We pack the bag on Sunday evening.</p><p>Two of everything, three of the tape.</p><p>Sam carries it.</p>'
  const contested = await create('What goes into the bag on Sunday', before)
  const put = async (path: string, data: object) => {
    const response = await admin.request.put(`${url}${path}`, { data })
    if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`)
  }
  await put(`/api/post/updatepost/${contested._id}/${contested.userId}`, {
    title: 'What goes into the bag on Saturday',
    content:
      '<h2>Saturday now</h2><p>We pack the bag on Saturday evening.</p><p>Two of everything, three of the tape.</p><p>Sam carries it.</p>',
  })
  await put(`/api/post/draft/${contested._id}`, {
    sequence: 0,
    baseRevision: 1,
    title: 'What goes into the bag on Sunday',
    category: 'medical',
    image: '/drawings/cover/window.svg',
    content: before.replace('Sam carries it.', 'Sam carries it, and I carry Sam.'),
  })
  const gone = await create('Written in the wrong mood', '<p>It is better so.</p>')
  await call(admin, `${url}/api/comment/create`, { postId: gone._id, content: 'I liked it.' })
  const response = await admin.request.delete(`${url}/api/post/deletepost/${gone._id}/${gone.userId}`)
  if (!response.ok()) throw new Error(`The post could not be deleted: ${response.status()}`)
  const { revisions } = (await (await admin.request.get(`${url}/api/post/revisions/${contested._id}`)).json()) as {
    revisions: { id: string }[]
  }
  return { ...contested, versionPath: `/update-post/${contested._id}/versions?version=${revisions.at(-1)?.id}` }
}

/** Takes some seconds. */
export async function startSampleBlog(browser: Browser): Promise<SampleBlog> {
  const blog = await startBlogProcess({ LOG_LEVEL: 'error', SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'blog@example.org' })
  await runCommands(blog.dataDir, [createWords(SAMPLE_ACCOUNTS.admin, '--admin'), createWords(SAMPLE_ACCOUNTS.reader), ['seed']])
  const admin = await callAs(blog.url, SAMPLE_ACCOUNTS.admin)
  const photosPath = await createPhotos(admin)
  const media = await createMedia(admin)
  const states = { reader: (await callAs(blog.url, SAMPLE_ACCOUNTS.reader)).storageState, admin: admin.storageState }
  const open = ({ cookies }: typeof states.reader) => browser.newContext({ storageState: { cookies, origins: [] } })
  const contexts = { reader: await open(states.reader), admin: await open(states.admin) }
  const { quiet, rich, contested, invitationPath } = await write(blog.url, contexts)
  await Promise.all(Object.values(contexts).map((context) => context.close()))
  return {
    url: blog.url,
    richPath: `/post/${rich.slug}`,
    richId: rich._id,
    invitationPath,
    contestedId: contested._id,
    versionPath: contested.versionPath,
    quietPath: `/post/${quiet.slug}`,
    photosPath,
    ...media,
    enter: (into, role, options = {}) =>
      into.newContext({ baseURL: blog.url, ...(role === 'visitor' ? {} : { storageState: states[role] }), ...options }),
    stop: blog.stop,
  }
}
