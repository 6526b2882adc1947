import { createInvitation } from '#accounts/contract/invitations.endpoints.ts'
import { updateUser } from '#accounts/contract/users.endpoints.ts'
import { createComment } from '#comments/contract/comments.endpoints.ts'
import { likePost } from '#posts/contract/likes.endpoints.ts'
import { createPage } from '#site/contract/blog-pages.endpoints.ts'
import { createCategory } from '#site/contract/categories.endpoints.ts'
import { updateLinks } from '#site/contract/links.endpoints.ts'
import { updateBlogWords } from '#site/contract/site.endpoints.ts'
import { callAs } from '#tests/support/blog/call-as.ts'
import { SAMPLE_ACCOUNTS, type SampleBlog } from '#tests/support/blog/sample-blog.ts'
import { createPost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { saveDraft } from '#writing/contract/writing.endpoints.ts'

/** Thirty letters, with no place to break. */
const LONG_BLOG_NAME = 'Schmetterlingswiesengeschichte'
/** Forty letters. */
const LONG_WORD = 'Kinderintensivpflegestationsbesuchsliste'

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
export async function writeLongNames({ url }: SampleBlog): Promise<string> {
  const [admin, reader] = [await callAs(url, SAMPLE_ACCOUNTS.admin), await callAs(url, SAMPLE_ACCOUNTS.reader)]
  const { api, id: userId } = admin
  const words = { name: LONG_BLOG_NAME, mark: `♥ ${LONG_BLOG_NAME}`, author: LONG_WORD, contact: `${LONG_WORD}@example.org` }
  await api(updateBlogWords, { body: words })
  await api(updateLinks, { body: { links: [{ url: `https://example.org/${LONG_WORD}`, label: LONG_WORD }] } })
  await api(updateUser, { params: { userId }, body: { displayName: LONG_WORD } })
  await reader.api(updateUser, { params: { userId: reader.id }, body: { displayName: `${LONG_WORD} II` } })
  const { slug: category } = await api(createCategory, { body: { name: LONG_WORD } })
  for (const place of ['header', 'footer'] as const) {
    const title = `${LONG_WORD} ${place}`
    const { _id: postId } = await api(createPage, { body: { title, place, audience: 'public' } })
    await api(updatePost, { params: { postId, userId }, body: { title, content: BODY } })
  }
  const { _id: postId, slug } = await api(createPost, { body: { title: LONG_WORD, category, content: BODY } })
  const { _id: parentId } = await api(createComment, { body: { postId, content: LONG_WORD } })
  await reader.api(createComment, { body: { postId, content: `${LONG_WORD} ${LONG_WORD}`, parentId } })
  await reader.api(likePost, { params: { postId } })
  await api(createInvitation, { body: { name: LONG_WORD, usesMax: 3 } })
  const draft = { sequence: 0, baseRevision: 1, title: `${LONG_WORD} ${LONG_WORD}`, category, image: '', content: BODY }
  await api(saveDraft, { params: { postId }, body: draft })
  return `/post/${slug}`
}
