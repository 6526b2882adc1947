import { createComment, listAllComments } from '#comments/contract/comments.endpoints.ts'
import { createPost, type Journey, signIn, type Visit } from '#tests/browsers/journey.ts'
import { button, dialog, field, heading, type Target, text } from '#tests/browsers/target.ts'
import { type Account, ADMIN, OTHER_READER, READER } from '#tests/support/accounts.ts'

const commentsRegion: Target = { role: 'region', name: /^Comments/ }
const comment = (words: RegExp): Target => ({ role: 'listitem', text: words, within: commentsRegion })

/** Creates a post with these comments of the reader. @returns its path */
async function createTalk({ callAs }: Visit, title: string, ...contents: readonly string[]): Promise<string> {
  const { id, path } = await createPost(await callAs(ADMIN), title)
  const { api } = await callAs(READER)
  for (const content of contents) await api(createComment, { body: { content, postId: id } })
  return path
}

/** Opens the comments of a post as this reader. They are hydrated when they are visible. */
async function openTalk({ page }: Visit, account: Account, path: string): Promise<void> {
  await signIn(page, account, path)
  await page.scrollTo(commentsRegion)
}

/** Asks the server, because the page shows the count before the response and a reload would cancel the request. */
async function waitForLikes({ page, callAs }: Visit, words: string, count: number): Promise<void> {
  const { api } = await callAs(ADMIN)
  await page.waitUntil(`the server does not have ${count} likes`, async () => {
    const { comments } = await api(listAllComments)
    return comments.find(({ content }) => content === words)?.numberOfLikes === count
  })
}

export const commentJourneys: readonly Journey[] = [
  {
    title: 'A reader writes a comment, and it is still there after a reload',
    async run(visit) {
      const { page } = visit
      await openTalk(visit, READER, await createTalk(visit, 'Good mornings'))
      await page.waitFor(text('No comments yet!'))
      await page.fill(field('Your comment'), 'Good morning')
      await page.waitFor(text('238 characters remaining'))
      await page.click(button('Submit', commentsRegion))
      await page.waitFor(comment(/Good morning/))
      await page.waitFor(text(`@${READER.username}`, comment(/Good morning/)))
      await page.waitForValue(field('Your comment'), '')
      await page.reload()
      await page.waitFor(comment(/Good morning/))
      await page.waitForNo(text('No comments yet!'))
    },
  },
  {
    title: 'A reader likes a comment and takes the like back',
    async run(visit) {
      const { page } = visit
      await openTalk(visit, OTHER_READER, await createTalk(visit, 'Kind words', 'A kind word'))
      const like = (name: string) => button(name, comment(/A kind word/))
      await page.click(like(`Like the comment of @${READER.username}: A kind word`))
      await page.waitFor(like(`Like the comment of @${READER.username}: A kind word, 1 like`))
      await waitForLikes(visit, 'A kind word', 1)
      await page.reload()
      await page.click(like(`Like the comment of @${READER.username}: A kind word, 1 like`))
      await page.waitFor(like(`Like the comment of @${READER.username}: A kind word`))
      await waitForLikes(visit, 'A kind word', 0)
    },
  },
  {
    title: 'A reader edits a comment, and it is still changed after a reload',
    async run(visit) {
      const { page } = visit
      await openTalk(visit, READER, await createTalk(visit, 'Second thoughts', 'First words'))
      await page.click(button(/^Edit/, comment(/First words/)))
      const editor: Target = { role: 'field', within: { role: 'listitem', within: commentsRegion } }
      await page.waitForValue(editor, 'First words')
      await page.fill(editor, 'Better words')
      await page.click(button('Save', commentsRegion))
      await page.waitFor(comment(/Better words/))
      await page.waitForNo(button('Save', commentsRegion))
      await page.reload()
      await page.waitFor(comment(/Better words/))
      await page.waitForNo(comment(/First words/))
    },
  },
  {
    title: 'A reader deletes a comment, after a question that can be denied',
    async run(visit) {
      const { page } = visit
      await openTalk(visit, READER, await createTalk(visit, 'Regrets', 'To stay', 'To go'))
      await page.click(button(/^Delete/, comment(/To go/)))
      await page.waitFor(heading('Are you sure you want to delete this Comment?', dialog))
      await page.click(button('No, cancel', dialog))
      await page.waitForNo(dialog)
      await page.waitFor(comment(/To go/))
      await page.click(button(/^Delete/, comment(/To go/)))
      await page.click(button('Yes, I am sure', dialog))
      await page.waitForNo(dialog)
      await page.waitForNo(comment(/To go/))
      await page.reload()
      await page.waitFor(comment(/To stay/))
      await page.waitForNo(comment(/To go/))
    },
  },
]
