import type { PageHead } from '#web/page/page-head.ts'
import { useSite } from '#web/page/page-context.ts'
import { LegalPage } from '#web/pages/legal-page.tsx'
import { PRIVACY_POLICY_TITLE, privacyPolicyFor } from './privacy-policy.text.ts'

export const head = (): PageHead => ({
  title: PRIVACY_POLICY_TITLE,
  description: 'What this blog keeps about you, why, and how to have it removed.',
  path: '/privacy-policy',
})

export const Component = () => <LegalPage text={privacyPolicyFor(useSite())} />
