import { legalPage } from './legal-page.tsx'

export const { loader, head, Component } = legalPage('privacy-policy', 'What this blog keeps about you, why, and how to have it removed.')
