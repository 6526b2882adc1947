import { createComment } from '#comments/contract/comments.endpoints.ts'
import { accountMenu, fillSignIn, type Journey, signIn, type Visit } from '#tests/browsers/journey.ts'
import { article, banner, button, dialog, field, heading, link, main, type Target, text } from '#tests/browsers/target.ts'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'

const isStored = (address: string) => new URL(address).pathname.startsWith('/files/')
const commentsRegion: Target = { role: 'region', name: /^Comments/ }
const comment = (words: RegExp): Target => ({ role: 'listitem', text: words, within: commentsRegion })

/** Opens the comments of a new post, which has these of the reader already. They are hydrated when they are visible. */
async function openTalk({ page, callAs }: Visit, ...contents: readonly string[]): Promise<void> {
  const { _id: postId, slug } = await (await callAs(ADMIN)).api(createPost, { body: { title: 'A talk', content: '<p>Say something.</p>' } })
  const { api } = await callAs(READER)
  for (const content of contents) await api(createComment, { body: { content, postId } })
  await signIn(page, READER, `/post/${slug}`)
  await page.scrollTo(commentsRegion)
}

export const memberJourneys: readonly Journey[] = [
  {
    title: 'A reader signs in after a wrong password and returns to the page before',
    async run({ page }) {
      await page.open('/about')
      await page.click(link('Sign In', banner))
      await fillSignIn(page, { email: READER.email, password: 'not the one' })
      await page.waitFor({ role: 'alert', text: 'Wrong email or password.', within: main })
      await page.waitForValue(field('Email', main), READER.email)
      await fillSignIn(page, READER)
      await page.waitForAddress('/about')
      await page.waitFor(accountMenu)
      await page.waitForNo(link('Sign In', banner))
    },
  },
  {
    title: 'A reader writes a comment, and it is still there after a reload',
    async run(visit) {
      const { page } = visit
      await openTalk(visit)
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
    title: 'A reader deletes a comment, after a question that can be denied',
    async run(visit) {
      const { page } = visit
      await openTalk(visit, 'To stay', 'To go')
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
  {
    title: 'An admin writes a post with a picture, publishes it and finds it on the home page',
    async run({ page, picture }) {
      await signIn(page, ADMIN, '/create-post')
      await page.fill(field('Title'), 'The loudest morning')
      await page.click(button('Change'))
      await page.choose(field('Category'), 'Medical')
      await page.write(field('Body'), 'It was loud, and then it was over. ')
      await page.attach(field('Files'), picture)
      await page.waitForPicture({ role: 'image', within: field('Body') }, isStored)
      await page.click({ role: 'image', within: field('Body') })
      await page.fill(field('Description'), 'A red square')
      await page.click(button('Publish', main))
      await page.waitForAddress('/post/the-loudest-morning')
      await page.waitFor(heading('The loudest morning', main))
      await page.waitFor(text('It was loud, and then it was over.', main))
      await page.waitForPicture({ role: 'image', name: 'A red square', within: main }, isStored)
      await page.open('/')
      await page.waitFor(link('The loudest morning', article))
    },
  },
]
