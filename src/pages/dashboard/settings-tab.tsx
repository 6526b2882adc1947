import ChevronLeft from 'lucide-react/icons/chevron-left'
import Settings from 'lucide-react/icons/settings'
import { getDeliveries } from '#newsletter/contract/deliveries.endpoints.ts'
import { signInSection } from '#accounts/web/index.ts'
import { commentsSection } from '#comments/web/index.ts'
import { DeliverySettings } from '#newsletter/web/index.ts'
import { blogSection, categoriesSection, datesSection, linksSection, lookSection, readingSection } from '#settings/web/index.ts'
import { copiesSection, mailSection, versionSection } from '#operations/web/index.ts'
import { useSite } from '#site/web/index.ts'
import { SettingsCard } from '#ui/dashboard/settings-form.tsx'
import { LinkRow } from '#ui/components/link-row.tsx'
import { dashboardTab, type LoadTabArgs, type TabProps } from '#ui/dashboard/dashboard-tab.ts'
import {
  loadSection,
  SETTINGS_PAGES,
  type SettingsPageId,
  settingsPath,
  type SettingsSection,
  settingsSection,
} from '#ui/dashboard/settings-section.ts'

/** Mails to followers are of another module than the mail server. */
const deliverySection = settingsSection({
  reads: { deliveries: getDeliveries },
  needsMail: true,
  Component: DeliverySettings,
})

/** Import and export, which a blog needs once or twice in its life. */
const importExportSection = settingsSection({
  reads: {},
  Component: () => (
    <SettingsCard
      title="Moving in"
      hint="Bring the posts, pictures and comments of an old blog: WordPress, Ghost, Markdown or another Kindred."
    >
      <a href="/dashboard?tab=moving" className="link link-target">
        Bring an old blog
      </a>
    </SettingsCard>
  ),
})

interface SettingsPage {
  readonly title: string
  /** What it is about, in the list. */
  readonly about: string
  readonly parts: readonly SettingsSection[]
}

const PAGES: Readonly<Record<SettingsPageId, SettingsPage>> = {
  blog: {
    title: 'The blog',
    about: 'Its name, who writes, language, links, and moving in',
    parts: [blogSection, datesSection, linksSection, importExportSection],
  },
  look: { title: 'Look', about: 'Colour, picture of the home page, logo', parts: [lookSection] },
  reading: {
    title: 'Who may read and sign in',
    about: 'Everybody or only the family; how admins sign in',
    parts: [readingSection, signInSection],
  },
  comments: { title: 'Comments', about: 'Who may comment, how long, and what waits for you', parts: [commentsSection] },
  categories: { title: 'Categories', about: 'Your own, and those that every blog has', parts: [categoriesSection] },
  mail: { title: 'Mail', about: 'Whether mail goes out, and what was sent', parts: [mailSection, deliverySection] },
  copies: {
    title: 'Safe copies',
    about: 'The last one, make one now, copies in another place, restore',
    parts: [copiesSection],
  },
  version: { title: 'This version', about: 'Which one runs, and whether all is well', parts: [versionSection] },
}

const findPage = (id: string): SettingsPageId | undefined => SETTINGS_PAGES.find((page) => page === id)

interface SettingsData {
  /** Null for the list of all. */
  readonly page: SettingsPageId | null
  /** What each part of the page shows. */
  readonly responses: readonly Readonly<Record<string, unknown>>[]
}

const loadSettings = async ({ call, url }: LoadTabArgs): Promise<SettingsData> => {
  const page = findPage(url.searchParams.get('section') ?? '')
  if (page === undefined) return { page: null, responses: [] }
  return { page, responses: await Promise.all(PAGES[page].parts.map((part) => loadSection(part, call))) }
}

const SettingsList = () => (
  <ul aria-label="Settings" className="card max-w-measure divide-y divide-line overflow-hidden">
    {SETTINGS_PAGES.map((id) => (
      <LinkRow key={id} href={settingsPath(id)} note={PAGES[id].about}>
        {PAGES[id].title}
      </LinkRow>
    ))}
  </ul>
)

/** Back to the list; on wide screens all pages, beside the one that is shown. */
const PageLinks = ({ current }: { readonly current: SettingsPageId }) => (
  <nav aria-label="Settings">
    <a href="/dashboard?tab=settings" className="link link-target gap-1">
      <ChevronLeft aria-hidden="true" size={18} />
      All settings
    </a>
    <ul className="mt-2 hidden border-l border-line xl:block">
      {SETTINGS_PAGES.map((id) => (
        <li key={id}>
          <a
            href={settingsPath(id)}
            aria-current={id === current ? 'page' : undefined}
            className="flex min-h-[44px] items-center rounded-small px-4 text-small font-medium hover:bg-sunk aria-[current=page]:bg-sunk"
          >
            {PAGES[id].title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

/** The settings of the blog and its operation: the list of their pages, or one of them. */
const SettingsPanel = ({ data: { page, responses } }: TabProps<SettingsData>) => {
  const { mail } = useSite()
  if (page === null) return <SettingsList />
  const { title, parts } = PAGES[page]
  return (
    <div className="grid gap-x-10 gap-y-2 xl:grid-cols-[11rem_minmax(0,1fr)]">
      <PageLinks current={page} />
      <section id={page} aria-labelledby={`${page}-title`} className="min-w-0">
        <h2 id={`${page}-title`} className="mb-4 text-h2">
          {title}
        </h2>
        <div className="stack gap-6">
          {parts.map(({ Component, needsMail }, index) =>
            needsMail === true && !mail ? null : <Component key={index} {...responses[index]} />,
          )}
        </div>
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
  titleOf: ({ page }) => (page === null ? undefined : PAGES[page].title),
})
