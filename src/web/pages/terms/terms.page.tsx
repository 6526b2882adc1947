import type { PageHead } from '#web/page/page-head.ts'
import { LegalPage } from '#web/pages/legal-page.tsx'
import { terms } from './terms.text.ts'

export const head = (): PageHead => ({
  title: terms.title,
  description: 'The house rules of this blog: what you may expect of us and what we ask of you.',
  path: '/terms',
})

export const Component = () => <LegalPage text={terms} />
