import Settings from 'lucide-react/icons/settings'
import { getDeliveries } from '#following/contract/deliveries.endpoints.ts'
import { getSettings } from '#site/contract/settings.endpoints.ts'
import { getMailSettings } from '#upkeep/contract/upkeep.endpoints.ts'
import { signInSection } from '#accounts/web/index.ts'
import { commentsSection } from '#comments/web/index.ts'
import { DeliverySettings } from '#following/web/index.ts'
import {
  appearanceSection,
  blogSection,
  categoriesSection,
  datesSection,
  firstStepsSection,
  linksSection,
  readingSection,
} from '#settings/web/index.ts'
import { backupsSection, filesSection, mailSection, versionSection } from '#upkeep/web/index.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { type Api, loadOptional } from '#ui/api/client.ts'
import { dashboardTab, type TabProps } from '#ui/dashboard/dashboard-tab.ts'
import { type SettingsSection, settingsSection } from '#ui/dashboard/settings-section.ts'

/** Of two modules: upkeep knows whether mail is set up. */
const deliverySection = settingsSection({
  id: 'delivery',
  title: 'Mails to followers',
  reads: { mail: getMailSettings, deliveries: getDeliveries, settings: getSettings },
  isShown: ({ mail }) => mail.isSetUp,
  Component: DeliverySettings,
})

const ABOUT_READING = [blogSection, appearanceSection, readingSection, commentsSection, categoriesSection, datesSection, linksSection]
const ABOUT_OPERATION = [signInSection, backupsSection, filesSection, mailSection, deliverySection, firstStepsSection, versionSection]
const SECTIONS: readonly SettingsSection[] = [...ABOUT_READING, ...ABOUT_OPERATION]

/** Responses by the key of their endpoint; each null if it could not be loaded. */
type SettingsData = Readonly<Record<string, unknown>>

const loadSettings = async (call: Api): Promise<SettingsData> => {
  const callEndpoint = call as (endpoint: Endpoint) => Promise<unknown>
  const endpoints = new Set(SECTIONS.flatMap(({ reads }) => Object.values(reads)))
  return Object.fromEntries(await Promise.all([...endpoints].map(async (each) => [each.key, await loadOptional(callEndpoint(each))])))
}

/** What the section reads; null if some of it could not be loaded, or if the section is not shown. */
const responsesFor = ({ reads, isShown }: SettingsSection, data: SettingsData) => {
  const responses = Object.fromEntries(Object.entries(reads).map(([name, { key }]) => [name, data[key]]))
  if (Object.values(responses).includes(null)) return null
  return isShown === undefined || isShown(responses) ? responses : null
}

/** A row that scrolls; on wide screens a list that stays beside the sections, or above them with large text. */
const SectionLinks = ({ sections }: { readonly sections: readonly SettingsSection[] }) => (
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

/** The settings of the blog and its operation (docs/product.md, 2). Sections that could not be loaded are left out. */
const SettingsPanel = ({ data }: TabProps<SettingsData>) => {
  const shown = SECTIONS.flatMap((section) => {
    const responses = responsesFor(section, data)
    return responses === null ? [] : [{ section, responses }]
  })
  return (
    <div className="flex flex-col gap-8 xl:flex-row xl:flex-wrap">
      <SectionLinks sections={shown.map(({ section }) => section)} />
      <div className="stack min-w-0 gap-12 xl:grow xl:basis-160">
        {shown.map(({ section: { id, title, Component }, responses }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`} className="mb-4 text-h2">
              {title}
            </h2>
            <Component {...responses} />
          </section>
        ))}
      </div>
    </div>
  )
}

export const settingsTab = dashboardTab({
  id: 'settings',
  label: 'Settings',
  Icon: Settings,
  access: 'admin',
  load: ({ call }) => loadSettings(call),
  Component: SettingsPanel,
})
