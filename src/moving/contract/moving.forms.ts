import { form } from '#platform/contract/form.ts'
import { mailImportedFollowers, takeBackImport } from './imports.endpoints.ts'

const peopleText = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'follower' : 'followers'}`

export const takeBackForm = form('take-back-import', {
  pages: ['dashboard'],
  endpoint: takeBackImport,
  params: ['import'],
  done: ({ taken, going }) =>
    `${taken === 1 ? '1 post is' : `${taken} posts are`} in the trash for thirty days.${going === 0 ? '' : ` ${going} are left: press again.`}`,
})

export const mailFollowersForm = form('mail-imported-followers', {
  pages: ['dashboard'],
  endpoint: mailImportedFollowers,
  params: ['import'],
  done: ({ followers }) => `${peopleText(followers)} ${followers === 1 ? 'gets' : 'get'} the next post by mail.`,
})

export const movingForms = [takeBackForm, mailFollowersForm]
