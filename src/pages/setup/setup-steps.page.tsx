import { getSettings } from '#site/contract/settings.endpoints.ts'
import { Island } from '#pages/islands/island.tsx'
import type { PageHead } from '#pages/page/page-head.ts'
import type { LoaderArgs } from '#pages/page/page-module.ts'
import { loadSection } from '#ui/dashboard/settings-section.ts'
import { readSetupStep } from './setup-step.ts'
import { SETUP_SECTIONS } from './setup-sections.ts'
import { SetupSteps } from './setup-steps.island.tsx'

export const head = (): PageHead => ({
  title: 'Set up your blog',
  description: 'The first steps of a new blog.',
  path: null,
  noIndex: true,
})

export const loader = async ({ api, url }: LoaderArgs) => {
  const step = readSetupStep(url)
  const section = SETUP_SECTIONS[step]
  const [data, settings] = await Promise.all([section === undefined ? {} : loadSection(section, api), api(getSettings)])
  return { step, data, settings }
}

export const Component = ({ data }: { readonly data: Awaited<ReturnType<typeof loader>> }) => (
  <Island component={SetupSteps} props={data} hydration="now" />
)
