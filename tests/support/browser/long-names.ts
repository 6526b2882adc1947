import type { Browser } from 'playwright-core'
import type { SampleBlog } from '#tests/support/blog/sample-blog.ts'

/** Thirty letters, with no place to break. */
export const LONG_BLOG_NAME = 'Schmetterlingswiesengeschichte'
/** Forty letters. */
export const LONG_WORD = 'Kinderintensivpflegestationsbesuchsliste'

const BODY = `<p>${LONG_WORD}, und noch eine: <strong>${LONG_WORD}</strong>, <code>${LONG_WORD}</code>, <a href="/about">${LONG_WORD}</a>.</p>
<h2>${LONG_WORD}</h2><ul><li>${LONG_WORD}<ul><li>${LONG_WORD}</li></ul></li></ul><blockquote><p>${LONG_WORD}</p></blockquote>
<blockquote class="callout"><p>${LONG_WORD}</p></blockquote><dl><dt>${LONG_WORD}</dt><dd>${LONG_WORD}</dd></dl>
<details open><summary>${LONG_WORD}</summary><p>${LONG_WORD}</p></details>
<figure><img src="/drawings/cover/hills.svg" width="1200" height="750" alt=""><figcaption>${LONG_WORD}</figcaption></figure>
<table><tbody><tr><td>${LONG_WORD}</td><td>${LONG_WORD}</td></tr></tbody></table>`

/**
 * Gives a blog a long name, and long words wherever people write: names, titles, categories, menus, texts, comments.
 * @returns the path of the post with them
 */
export async function writeLongNames(browser: Browser, blog: SampleBlog): Promise<string> {
  const [admin, reader] = [await blog.enter(browser, 'admin'), await blog.enter(browser, 'reader')]
  const send = async <Output>(by: typeof admin, method: 'POST' | 'PUT', path: string, data: object): Promise<Output> => {
    const response = await by.request.fetch(path, { method, data })
    if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`)
    return (await response.json()) as Output
  }
  await send(admin, 'PUT', '/api/settings/blog', {
    name: LONG_BLOG_NAME,
    mark: `♥ ${LONG_BLOG_NAME}`,
    author: LONG_WORD,
    contact: `${LONG_WORD}@example.org`,
  })
  await send(admin, 'PUT', '/api/settings/links', { links: [{ url: `https://example.org/${LONG_WORD}`, label: LONG_WORD }] })
  const rename = async (by: typeof admin, displayName: string) => {
    const { _id } = (await (await by.request.get('/api/auth/session')).json()) as { _id: string }
    await send(by, 'PUT', `/api/user/update/${_id}`, { displayName })
    return _id
  }
  const adminId = await rename(admin, LONG_WORD)
  await rename(reader, `${LONG_WORD} II`)
  const { slug: category } = await send<{ slug: string }>(admin, 'POST', '/api/categories', { name: LONG_WORD })
  for (const place of ['header', 'footer']) {
    const page = await send<{ _id: string }>(admin, 'POST', '/api/pages', { title: `${LONG_WORD} ${place}`, place, audience: 'public' })
    await send(admin, 'PUT', `/api/post/updatepost/${page._id}/${adminId}`, { title: `${LONG_WORD} ${place}`, content: BODY })
  }
  const post = await send<{ _id: string; slug: string }>(admin, 'POST', '/api/post/create', { title: LONG_WORD, category, content: BODY })
  const comment = (by: typeof admin, content: string, parentId?: string) =>
    send<{ _id: string }>(by, 'POST', '/api/comment/create', { postId: post._id, content, parentId })
  const { _id: first } = await comment(admin, LONG_WORD)
  await comment(reader, `${LONG_WORD} ${LONG_WORD}`, first)
  await send(reader, 'PUT', `/api/post/like/${post._id}`, {})
  await send(admin, 'POST', '/api/invitations', { name: LONG_WORD, usesMax: 3 })
  await send(admin, 'PUT', `/api/post/draft/${post._id}`, {
    sequence: 0,
    baseRevision: 1,
    title: `${LONG_WORD} ${LONG_WORD}`,
    category,
    image: '',
    content: BODY,
  })
  await Promise.all([admin.close(), reader.close()])
  return `/post/${post.slug}`
}
