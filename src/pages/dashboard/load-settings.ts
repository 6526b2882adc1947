import { getBlogWords } from '#site/contract/site.endpoints.ts'
import { getChecklist } from '#settings/contract/checklist.endpoints.ts'
import { getDeliveries } from '#following/contract/deliveries.endpoints.ts'
import { getLinks } from '#site/contract/links.endpoints.ts'
import { getLook } from '#site/contract/look.endpoints.ts'
import { getMailSettings, getVersion, listBackups } from '#upkeep/contract/upkeep.endpoints.ts'
import { getSettings } from '#site/contract/settings.endpoints.ts'
import { listCategories } from '#site/contract/categories.endpoints.ts'
import { type Api, loadOptional } from '#ui/api/client.ts'

/** One API call for each section of the settings. */
const LOADERS = {
  words: (api: Api) => api(getBlogWords),
  look: (api: Api) => api(getLook),
  settings: (api: Api) => api(getSettings),
  categories: async (api: Api) => (await api(listCategories)).categories,
  links: async (api: Api) => (await api(getLinks)).links,
  backups: (api: Api) => api(listBackups),
  mail: (api: Api) => api(getMailSettings),
  deliveries: (api: Api) => api(getDeliveries),
  version: (api: Api) => api(getVersion),
  checklist: (api: Api) => api(getChecklist),
}

/** Each null where it could not be loaded. */
export type SettingsData = { readonly [Part in keyof typeof LOADERS]: Awaited<ReturnType<(typeof LOADERS)[Part]>> | null }

export const loadSettings = async (api: Api): Promise<SettingsData> => {
  const loaded = Object.entries(LOADERS).map(async ([part, load]) => [part, await loadOptional<unknown>(load(api))] as const)
  return Object.fromEntries(await Promise.all(loaded)) as SettingsData
}
