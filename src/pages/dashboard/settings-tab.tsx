import ChevronLeft from 'lucide-react/icons/chevron-left'
import Settings from 'lucide-react/icons/settings'
import { useEffect } from 'react'
import { getDeliveries } from '#following/contract/deliveries.endpoints.ts'
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
import { backupPlaceSection, backupsSection, filesSection, mailSection, restoreSection, versionSection } from '#upkeep/web/index.ts'
import { useSite } from '#site/web/index.ts'
import { dashboardTab, type LoadTabArgs, type TabProps } from '#ui/dashboard/dashboard-tab.ts'
import { loadSection, type SettingsSection, sectionPath, settingsSection } from '#ui/dashboard/settings-section.ts'
import { type SectionGroup, SettingsList } from './settings-list.tsx'

/** Mail is of another module than the section. */
const deliverySection = settingsSection({
  id: 'delivery',
  title: 'Mails to followers',
  about: 'What goes out, to how many, and what did not arrive',
  labels: ['Try those again', 'Do not mail it'],
  reads: { deliveries: getDeliveries },
  needsMail: true,
  Component: DeliverySettings,
})

const GROUPS: readonly SectionGroup[] = [
  {
    title: 'The blog and its readers',
    sections: [blogSection, appearanceSection, readingSection, commentsSection, categoriesSection, datesSection, linksSection],
  },
  {
    title: 'How it runs',
    sections: [
      signInSection,
      backupsSection,
      backupPlaceSection,
      restoreSection,
      filesSection,
      mailSection,
      deliverySection,
      firstStepsSection,
      versionSection,
    ],
  },
]
/** For a test that compares them with what they show. */
export const SECTIONS: readonly SettingsSection[] = GROUPS.flatMap(({ sections }) => sections)

const findSection = (id: string): SettingsSection | undefined => SECTIONS.find((section) => section.id === id)

interface SettingsData {
  /** Id of the section; empty for the list of all. */
  readonly section: string
  readonly search: string
  /** What the section shows. */
  readonly responses: Readonly<Record<string, unknown>>
}

const loadSettings = async ({ call, url }: LoadTabArgs): Promise<SettingsData> => {
  const section = findSection(url.searchParams.get('section') ?? '')
  const responses = section === undefined ? {} : await loadSection(section, call)
  return { section: section?.id ?? '', search: url.searchParams.get('search') ?? '', responses }
}

/** Addresses of before, also in old mails, name the section in their fragment. */
const useFormerAddress = (isList: boolean) => {
  useEffect(() => {
    const follow = () => {
      const id = location.hash.slice(1)
      if (isList && findSection(id) !== undefined) location.replace(sectionPath(id))
    }
    follow()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [isList])
}

interface SectionLinksProps {
  readonly groups: readonly SectionGroup[]
  readonly current: string
}

/** Back to the list; on wide screens all sections, beside the one that is shown. */
const SectionLinks = ({ groups, current }: SectionLinksProps) => (
  <nav aria-label="Sections">
    <a href="/dashboard?tab=settings" className="link link-target gap-1">
      <ChevronLeft aria-hidden="true" size={18} />
      All settings
    </a>
    <ul className="mt-2 hidden border-l border-line xl:block">
      {groups
        .flatMap(({ sections }) => sections)
        .map(({ id, title }) => (
          <li key={id}>
            <a
              href={sectionPath(id)}
              aria-current={id === current ? 'page' : undefined}
              className="flex min-h-[44px] items-center rounded-small px-4 text-small font-medium hover:bg-sunk aria-[current=page]:bg-sunk"
            >
              {title}
            </a>
          </li>
        ))}
    </ul>
  </nav>
)

/** The settings of the blog and its operation (docs/product.md, 2): the list of their sections, or one of them. */
const SettingsPanel = ({ data: { section: id, search, responses } }: TabProps<SettingsData>) => {
  const { mail } = useSite()
  const groups = GROUPS.map(({ title, sections }) => ({ title, sections: sections.filter(({ needsMail }) => mail || !needsMail) }))
  const section = findSection(id)
  useFormerAddress(section === undefined)
  if (section === undefined) return <SettingsList groups={groups} search={search} />
  const { title, Component } = section
  return (
    <div className="grid gap-x-10 gap-y-2 xl:grid-cols-[11rem_minmax(0,1fr)]">
      <SectionLinks groups={groups} current={id} />
      <section id={id} aria-labelledby={`${id}-title`} className="min-w-0">
        <h2 id={`${id}-title`} className="mb-4 text-h2">
          {title}
        </h2>
        <Component {...responses} />
      </section>
    </div>
  )
}

export const settingsTab = dashboardTab({
  id: 'settings',
  label: 'Settings',
  Icon: Settings,
  access: 'admin',
  load: loadSettings,
  Component: SettingsPanel,
  titleOf: ({ section }) => findSection(section)?.title,
})
