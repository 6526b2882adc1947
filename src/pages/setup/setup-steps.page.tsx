import { getBlogWords } from '#site/contract/site.endpoints.ts'
import { getLook } from '#site/contract/look.endpoints.ts'
import { getSampleAbout } from '#writing/contract/samples.endpoints.ts'
import { toBodyMarkup } from '#posts/web/index.ts'
import { getSettings } from '#site/contract/settings.endpoints.ts'
import { Island } from '#pages/islands/island.tsx'
import type { PageHead } from '#pages/page/page-head.ts'
import type { LoaderArgs } from '#pages/page/page-module.ts'
import { readSetupStep } from './setup-step.ts'
import { SetupSteps } from './setup-steps.island.tsx'

export const head = (): PageHead => ({
  title: 'Set up your blog',
  description: 'The first steps of a new blog.',
  path: null,
  noIndex: true,
})

export const loader = async ({ api, url }: LoaderArgs) => {
  const [words, look, { isClosed }] = await Promise.all([api(getBlogWords), api(getLook), api(getSettings)])
  const step = readSetupStep(url)
  const example = step === 'samples' ? toBodyMarkup((await api(getSampleAbout)).content, { dropCap: false }) : ''
  return { step, words, look, isClosed, example }
}

export const Component = ({ data }: { readonly data: Awaited<ReturnType<typeof loader>> }) => (
  <Island component={SetupSteps} props={data} hydration="now" />
)
