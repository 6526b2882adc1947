import { Component, type ComponentType, type ReactNode, startTransition, StrictMode, useEffect, useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { PageContext, readPageInfo } from '#site/web/index.ts'
import { ErrorScreen } from '#pages/layout/error-screen.tsx'
import { Alert } from '#ui/components/alert.tsx'
import { readEarlyInput } from './early-input.ts'
import { restoreTexts } from './restore-texts.ts'
import { islandComponent, islandIdPrefix, islandName } from './islands.ts'

/** Every island of the blog, loaded when it is hydrated. */
const islands = import.meta.glob<Readonly<Record<string, ComponentType<object>>>>('/src/**/*.island.tsx')

const loadIsland = async (name: string): Promise<ComponentType<object>> => {
  const path = Object.keys(islands).find((key) => islandName(key) === name) ?? ''
  const load = islands[path]
  if (load === undefined) throw new Error(`There is no island ${name}`)
  return islandComponent(await load())
}

interface BoundaryProps {
  readonly isWholePage: boolean
  readonly children: ReactNode
}

/** Shows an error in place of an island that fails to render; the rest of the page stays. */
class IslandBoundary extends Component<BoundaryProps, { readonly caught: { readonly error: unknown } | null }> {
  override state = { caught: null as { readonly error: unknown } | null }

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } }
  }

  override render(): ReactNode {
    const { caught } = this.state
    if (caught === null) return this.props.children
    if (this.props.isWholePage) return <ErrorScreen error={caught.error} />
    return <Alert kind="info">This part of the page stopped working. Loading the page again often helps.</Alert>
  }
}

interface HydratedProps {
  /** Called when the first render is in the document, before another one. */
  readonly onRendered: () => void
  readonly onHydrated: () => void
  readonly children: ReactNode
}

const Hydrated = ({ onRendered, onHydrated, children }: HydratedProps) => {
  useLayoutEffect(onRendered, [onRendered])
  useEffect(onHydrated, [onHydrated])
  return children
}

/** Hydrates an island, whose server wrote this markup. Resolves when it responds to its user. */
export const hydrateIsland = async (element: HTMLElement, served: string): Promise<void> => {
  const name = element.dataset['island'] ?? ''
  const Part = await loadIsland(name)
  const props = JSON.parse(element.nextElementSibling?.textContent ?? '{}') as object
  const hydrated = Promise.withResolvers<void>()
  let adoptInput = () => {}
  const onRendered = () => {
    adoptInput = readEarlyInput(element)
  }
  // React expects the markup of the server, without translations and the mark of a pending tap.
  const template = document.createElement('template')
  template.innerHTML = served
  const isTranslated = restoreTexts(element, template.content)
  for (const pressed of element.querySelectorAll('[aria-busy]')) pressed.removeAttribute('aria-busy')
  // From here on React handles what is tapped, also before it has hydrated.
  element.dataset['hydrating'] = ''
  // At once, before the browser translates what has been restored; otherwise without blocking the page.
  const begin = isTranslated ? flushSync : startTransition
  begin(() => {
    hydrateRoot(
      element,
      <StrictMode>
        <PageContext value={readPageInfo()}>
          <IslandBoundary isWholePage={element.dataset['hydration'] === 'now'}>
            <Hydrated onRendered={onRendered} onHydrated={hydrated.resolve}>
              <Part {...props} />
            </Hydrated>
          </IslandBoundary>
        </PageContext>
      </StrictMode>,
      { identifierPrefix: islandIdPrefix(name) },
    )
  })
  await hydrated.promise
  adoptInput()
}
