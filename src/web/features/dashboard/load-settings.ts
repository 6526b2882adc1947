import type { FooterLink } from '#contract/endpoints/links.ts'
import type { Settings } from '#contract/endpoints/settings.ts'
import type { BlogWords } from '#contract/endpoints/site.ts'
import type { Look } from '#contract/look.ts'
import type { Api } from '#web/api/client.ts'
import { orNullUnlessEnded } from '#web/page/or-null-unless-ended.ts'

/** What the sections of the settings show; each null where it could not be loaded. */
export interface SettingsData {
  readonly words: BlogWords | null
  readonly look: Look | null
  readonly settings: Settings | null
  readonly links: readonly FooterLink[] | null
}

export const loadSettings = async (api: Api): Promise<SettingsData> => {
  const [words, look, settings, links] = await Promise.all([
    orNullUnlessEnded(api('GET /api/settings/blog')),
    orNullUnlessEnded(api('GET /api/settings/look')),
    orNullUnlessEnded(api('GET /api/settings')),
    orNullUnlessEnded(api('GET /api/settings/links')),
  ])
  return { words, look, settings, links: links && links.links }
}
