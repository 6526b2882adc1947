import { form } from '#platform/contract/form.ts'
import { takeBackImport } from './imports.endpoints.ts'

export const takeBackForm = form('take-back-import', {
  pages: ['dashboard'],
  endpoint: takeBackImport,
  params: ['import'],
  done: ({ taken, going }) =>
    `${taken === 1 ? '1 post is' : `${taken} posts are`} in the trash for thirty days.${going === 0 ? '' : ` ${going} are left: press again.`}`,
})

export const movingForms = [takeBackForm]
