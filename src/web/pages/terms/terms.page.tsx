import type { PageHead } from '#web/page/page-head.ts'
import { useSite } from '#web/page/page-context.ts'
import { LegalPage } from '#web/pages/legal-page.tsx'
import { TERMS_TITLE, termsFor } from './terms.text.ts'

export const head = (): PageHead => ({
  title: TERMS_TITLE,
  description: 'The house rules of this blog: what you may expect of us and what we ask of you.',
  path: '/terms',
})

export const Component = () => <LegalPage text={termsFor(useSite())} />
