import type { PageHead } from '#web/page/page-head.ts'
import { LegalPage } from '#web/pages/legal-page.tsx'
import { privacyPolicy } from './privacy-policy.text.ts'

export const head = (): PageHead => ({
  title: privacyPolicy.title,
  description: 'What this blog keeps about you, why, and how to have it removed.',
  path: '/privacy-policy',
})

export const Component = () => <LegalPage text={privacyPolicy} />
