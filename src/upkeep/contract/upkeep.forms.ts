import { form, number } from '#platform/contract/form.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'

export const filesForm = form('files', {
  pages: ['dashboard'],
  endpoint: updateSettings,
  fields: { importFileMaxMegabytes: number },
  done: 'Saved. Readers see it from now on.',
})

export const upkeepForms = [filesForm]
