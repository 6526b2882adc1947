import { form, number, ticked } from '#platform/contract/form.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'

/** Apart from the forms of a post, whose readers do not load it. */
export const commentsSettingsForm = form('comments-settings', {
  pages: ['dashboard'],
  endpoint: updateSettings,
  fields: { commentsOpen: ticked, firstCommentsWait: ticked, commentMaxLength: number },
  done: 'Saved. Readers see it from now on.',
})
