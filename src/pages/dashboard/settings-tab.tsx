import type { ReactNode } from 'react'
import {
  AppearanceSettings,
  BlogSettings,
  CategorySettings,
  ChecklistSettings,
  DateSettings,
  LinkSettings,
  WhoMayReadSettings,
} from '#settings/web/index.ts'
import { BackupSettings, FileSettings, MailSettings, VersionSettings } from '#upkeep/web/index.ts'
import { CommentsSettings } from '#comments/web/index.ts'
import { DeliverySettings } from '#following/web/index.ts'
import { SignInSettings } from '#accounts/web/index.ts'
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

interface Section {
  /** Part of the address: `/dashboard?tab=settings#blog`. */
  readonly id: string
  readonly title: string
  /** Null if it could not be loaded: then the section is left out. */
  readonly content: ReactNode
}

/** Sections about what readers see. */
const listSections = (data: SettingsData): readonly Section[] => [
  { id: 'blog', title: 'The blog', content: data.words && <BlogSettings words={data.words} /> },
  { id: 'appearance', title: 'Appearance', content: data.look && <AppearanceSettings look={data.look} /> },
  { id: 'reading', title: 'Who may read', content: data.settings && <WhoMayReadSettings settings={data.settings} /> },
  { id: 'comments', title: 'Comments', content: data.settings && <CommentsSettings settings={data.settings} /> },
  { id: 'categories', title: 'Categories', content: data.categories && <CategorySettings categories={data.categories} /> },
  { id: 'dates', title: 'Dates', content: data.settings && <DateSettings settings={data.settings} /> },
  { id: 'links', title: 'Links', content: data.links && <LinkSettings links={data.links} /> },
]

/** Sections about operation. */
const listUpkeep = (data: SettingsData): readonly Section[] => [
  { id: 'sign-in', title: 'Signing in', content: data.settings && <SignInSettings settings={data.settings} /> },
  { id: 'backups', title: 'Backups', content: data.backups && <BackupSettings backups={data.backups} /> },
  { id: 'files', title: 'Files of another blog', content: data.settings && <FileSettings settings={data.settings} /> },
  { id: 'mail', title: 'Mail', content: data.mail && <MailSettings mail={data.mail} /> },
  {
    id: 'delivery',
    title: 'Mails to followers',
    content:
      data.mail?.isSetUp && data.deliveries && data.settings ? (
        <DeliverySettings deliveries={data.deliveries} settings={data.settings} />
      ) : null,
  },
  { id: 'first-steps', title: 'First steps', content: data.checklist && <ChecklistSettings checklist={data.checklist} /> },
  { id: 'version', title: 'About this version', content: data.version && <VersionSettings version={data.version} /> },
]

/** A row that scrolls; on wide screens a list that stays beside the sections, or above them with large text. */
const SectionLinks = ({ sections }: { readonly sections: readonly Section[] }) => (
  <nav aria-label="Sections" className="-mx-4 min-w-0 md:-mx-8 xl:mx-0 xl:basis-40">
    <ul className="flex gap-2 overflow-x-auto px-4 py-1 md:px-8 xl:sticky xl:top-[calc(var(--header)+1rem)] xl:flex-col xl:gap-0 xl:border-l xl:border-line xl:p-0">
      {sections.map(({ id, title }) => (
        <li key={id} className="shrink-0">
          <a
            href={`#${id}`}
            className="flex min-h-[44px] items-center rounded-full border border-line bg-surface px-4 text-small font-medium whitespace-nowrap hover:bg-sunk xl:rounded-small xl:border-0 xl:bg-transparent xl:whitespace-normal"
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

/** The settings of the blog and its operation (docs/product.md, 2). */
export const SettingsTab = ({ data }: { readonly data: SettingsData }) => {
  const sections = [...listSections(data), ...listUpkeep(data)].filter(({ content }) => content !== null)
  return (
    <div className="flex flex-col gap-8 xl:flex-row xl:flex-wrap">
      <SectionLinks sections={sections} />
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-12 xl:grow xl:basis-160">
        {sections.map(({ id, title, content }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`} className="mb-4 text-h2">
              {title}
            </h2>
            {content}
          </section>
        ))}
      </div>
    </div>
  )
}
