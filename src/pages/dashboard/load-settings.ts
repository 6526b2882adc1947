import type { Api } from '#ui/api/client.ts'
import { loadOptional } from '#ui/api/load-optional.ts'

/** One API call for each section of the settings. */
const LOADERS = {
  words: (api: Api) => api('GET /api/settings/blog'),
  look: (api: Api) => api('GET /api/settings/look'),
  settings: (api: Api) => api('GET /api/settings'),
  categories: async (api: Api) => (await api('GET /api/categories')).categories,
  links: async (api: Api) => (await api('GET /api/settings/links')).links,
  backups: (api: Api) => api('GET /api/settings/backups'),
  mail: (api: Api) => api('GET /api/settings/mail'),
  deliveries: (api: Api) => api('GET /api/settings/deliveries'),
  version: (api: Api) => api('GET /api/settings/version'),
  checklist: (api: Api) => api('GET /api/checklist'),
}

/** Each null where it could not be loaded. */
export type SettingsData = { readonly [Part in keyof typeof LOADERS]: Awaited<ReturnType<(typeof LOADERS)[Part]>> | null }

export const loadSettings = async (api: Api): Promise<SettingsData> => {
  const loaded = Object.entries(LOADERS).map(async ([part, load]) => [part, await loadOptional<unknown>(load(api))] as const)
  return Object.fromEntries(await Promise.all(loaded)) as SettingsData
}
