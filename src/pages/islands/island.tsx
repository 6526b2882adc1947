import { type ComponentProps, type ComponentType, createContext, type ReactElement, StrictMode, useContext } from 'react'
import { renderToString } from 'react-dom/server'
import { PageContext, type PageInfo, scriptJson, usePage } from '#site/web/index.ts'
import { splitHints } from './preload-hints.ts'
import { Alert } from '#ui/components/alert.tsx'
import { islandComponent, islandIdPrefix, islandName } from './islands.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- each island takes its own props
type AnyComponent = ComponentType<any>

interface IslandModule {
  readonly name: string
  /** Where the manifest of the build lists its scripts and styles. */
  readonly path: string
}

/** Every module `*.island.tsx` of the sources, by its component. */
const islands: ReadonlyMap<AnyComponent, IslandModule> = new Map(
  Object.entries(import.meta.glob<Readonly<Record<string, AnyComponent>>>('/src/**/*.island.tsx', { eager: true })).map(
    ([path, module]) => [islandComponent(module), { name: islandName(path), path: path.slice(1) }],
  ),
)

const getIsland = (component: AnyComponent): IslandModule => {
  const found = islands.get(component)
  if (found === undefined) throw new Error(`${component.displayName ?? component.name} is not the export of a *.island.tsx`)
  return found
}

/** When the browser loads an island's script: with the page, when the island comes into view, or at the first interaction with it. */
type Hydration = 'now' | 'visible' | 'act'

/** Collects what the islands of a page report to its renderer. */
export interface IslandRegister {
  /** @param module path of its module */
  readonly add: (module: string, hydration: Hydration) => void
  readonly fail: (error: unknown) => void
  /** Tags for <head>. */
  readonly hint: (tags: string) => void
}

export const IslandRegisterContext = createContext<IslandRegister | null>(null)

interface Props<Part extends AnyComponent> {
  /** What a module `*.island.tsx` exports. */
  readonly component: Part
  /** As JSON. */
  readonly props: ComponentProps<Part>
  readonly hydration: Hydration
}

/** A part of a page that is hydrated in the browser. Server only: renders the part separately, with its props beside it. */
export const Island = <Part extends AnyComponent>({ component, props, hydration }: Props<Part>) => {
  const { name, path } = getIsland(component)
  const page = usePage()
  const register = useContext(IslandRegisterContext)
  register?.add(path, hydration)
  const markup = renderPart(
    <IslandRoot page={page} part={component} props={props} />,
    islandIdPrefix(name),
    // If the whole page is an island, a failure becomes the error page; otherwise the rest of the page stays readable.
    hydration === 'now' ? null : register,
  )
  if (markup === null)
    return <Alert kind="info">This part of the page could not be shown just now. Loading the page again often helps.</Alert>
  const [hints, html] = splitHints(markup)
  register?.hint(hints)
  return (
    <>
      {/* oxlint-disable-next-line react/no-danger -- React wrote it */}
      <div data-island={name} data-hydration={hydration} className="contents" dangerouslySetInnerHTML={{ __html: html }} />
      {/* oxlint-disable-next-line react/no-danger -- JSON that cannot end the tag */}
      <script type="application/json" dangerouslySetInnerHTML={{ __html: scriptJson(props) }} />
    </>
  )
}

interface RootProps {
  readonly page: PageInfo
  readonly part: AnyComponent
  readonly props: object
}

const IslandRoot = ({ page, part: Part, props }: RootProps) => (
  <StrictMode>
    <PageContext value={page}>
      <Part {...props} />
    </PageContext>
  </StrictMode>
)

/** @returns null if it failed; the error is reported to `register` */
const renderPart = (root: ReactElement, identifierPrefix: string, register: IslandRegister | null): string | null => {
  try {
    return renderToString(root, { identifierPrefix })
  } catch (error) {
    if (register === null) throw error
    register.fail(error)
    return null
  }
}
