import { legalPage } from './legal-page.tsx'

export const { loader, head, Component } = legalPage(
  'terms',
  'The house rules of this blog: what you may expect of us and what we ask of you.',
)
