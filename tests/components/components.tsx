import '#ui/styles/app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startMenus } from '#ui/components/start-menus.ts'
import { PageHeading } from '#ui/components/page-heading.tsx'
import { startTheme } from '#ui/theme/start-theme.ts'
import { STATES } from './states.tsx'

const idOf = (title: string) => title.toLowerCase().replaceAll(' ', '-')

/** Every component of ui/ in every state, for developers. */
const Components = () => (
  <main className="wrap stack gap-12 py-10">
    <PageHeading>Components</PageHeading>
    <nav aria-label="Components">
      <ul className="row">
        {Object.keys(STATES).map((title) => (
          <li key={title}>
            <a href={`#${idOf(title)}`} className="link link-target">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
    {Object.entries(STATES).map(([title, states]) => (
      <section key={title} id={idOf(title)} aria-label={title} className="stack">
        <h2 className="text-h2">{title}</h2>
        {states}
      </section>
    ))}
  </main>
)

const root = document.getElementById('components')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Components />
    </StrictMode>,
  )
}
startTheme()
startMenus()
