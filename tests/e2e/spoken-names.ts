import type { CDPSession, Page } from 'playwright-core'

/** A node of Chromium's accessibility tree, as the DevTools protocol has it. */
interface AxNode {
  readonly nodeId: string
  readonly ignored: boolean
  readonly role?: { readonly value: string }
  readonly name?: { readonly value: string }
  readonly childIds?: readonly string[]
  readonly backendDOMNodeId?: number
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: string | number | boolean } }[]
}

interface Place {
  /** Names of the groups around it, which are read with a field. */
  readonly groups: string
  /** Id of the landmark around it. */
  readonly landmark: string
  /** Name of the video or audio file around it. The browser names its buttons, and reads this one before them. */
  readonly player: string
}

/** What a screen reader says of one node. */
interface Spoken extends Place {
  readonly role: string
  readonly name: string
  /** Of a link. */
  readonly url: string
}

const CONTROLS = new Set(['button', 'link', 'DisclosureTriangle', 'menuitem', 'switch', 'tab'])
const FIELDS = new Set(['textbox', 'searchbox', 'combobox', 'checkbox', 'radio', 'slider', 'spinbutton', 'listbox', 'Date', 'DateTime'])
const SPOKEN = new Set([...CONTROLS, ...FIELDS, 'heading', 'image', 'StaticText'])
const LANDMARKS = new Set(['navigation', 'banner', 'main', 'contentinfo', 'complementary', 'search'])
/** Their names are read before what is in them. */
const GROUPS = new Set(['group', 'radiogroup', 'row', 'listitem', 'dialog', 'form', 'region', 'Details', 'Video', 'Audio'])
const PLAYERS = new Set(['Video', 'Audio'])

/** Words with a capital letter inside that are meant so. */
const CAMEL = /\b(?:WordPress|YouTube|GoToSocial|JavaScript|TikTok|LiveJournal|CaringBridge|PostgreSQL|SQLite|[A-Za-z]*ID|iPhone|iPad)s?\b/g
const RUN_TOGETHER = /\p{Ll}\p{Lu}|\p{L}[.!?]\p{Lu}/u
/** 'plan.pdf PDF' is a name and a type. */
const DOUBLED_WORD = /(?<![\p{L}\p{N}.])(\p{L}{3,})\s+\1(?![\p{L}\p{N}])/iu

const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** One for each page. */
function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  return session
}

const roleOf = (node: AxNode) => node.role?.value ?? ''
const nameOf = (node: AxNode) => (node.name?.value ?? '').replaceAll(/\s+/g, ' ').trim()

type Nodes = ReadonlyMap<string, AxNode>

const childrenOf = ({ childIds = [] }: AxNode, nodes: Nodes): readonly AxNode[] => childIds.flatMap((id) => nodes.get(id) ?? [])

/** Whether a heading is a link as a whole, which is read as one. */
const isLinkOf = (node: AxNode, name: string, nodes: Nodes): boolean =>
  (CONTROLS.has(roleOf(node)) && nameOf(node) === name) || childrenOf(node, nodes).some((child) => isLinkOf(child, name, nodes))

const isSpoken = (node: AxNode, nodes: Nodes): boolean =>
  !node.ignored &&
  SPOKEN.has(roleOf(node)) &&
  !(roleOf(node) === 'heading' && childrenOf(node, nodes).some((child) => isLinkOf(child, nameOf(node), nodes)))

const isGroup = (node: AxNode) => !node.ignored && GROUPS.has(roleOf(node)) && nameOf(node) !== ''

function readNode(node: AxNode, place: Place, nodes: Nodes): readonly Spoken[] {
  const [role, name] = [roleOf(node), nameOf(node)]
  // The name of a control is that of its content.
  if (isSpoken(node, nodes))
    return [{ role, name, url: `${node.properties?.find((each) => each.name === 'url')?.value.value ?? ''}`, ...place }]
  // A label is read with its field.
  if (role === 'LabelText') return []
  const within = {
    groups: isGroup(node) ? `${place.groups} / ${name}` : place.groups,
    landmark: LANDMARKS.has(role) ? node.nodeId : place.landmark,
    player: PLAYERS.has(role) ? name : place.player,
  }
  return childrenOf(node, nodes).flatMap((child) => readNode(child, within, nodes))
}

/** Everything that a screen reader reads on the page, in its order. */
async function readAloud(page: Page): Promise<readonly Spoken[]> {
  const { nodes } = (await (await sessionOf(page)).send('Accessibility.getFullAXTree')) as { nodes: readonly AxNode[] }
  const [root] = nodes
  return root === undefined
    ? []
    : readNode(root, { groups: '', landmark: '', player: '' }, new Map(nodes.map((node) => [node.nodeId, node])))
}

const halves = (name: string): boolean => {
  const middle = Math.floor(name.length / 2)
  return name.length > 6 && name[middle] === ' ' && name.slice(0, middle).toLowerCase() === name.slice(middle + 1).toLowerCase()
}

function problemOfName({ role, name }: Spoken): string | undefined {
  const isControl = CONTROLS.has(role) || FIELDS.has(role)
  if (name === '') return isControl ? 'has no name' : undefined
  if (role === 'StaticText') return undefined
  if (halves(name) || DOUBLED_WORD.test(name)) return 'says a word twice'
  if (RUN_TOGETHER.test(name.replaceAll(CAMEL, ''))) return 'has words that run together'
  return undefined
}

const pathOf = ({ url }: Spoken) => url.split('#')[0]

/** Whether two controls of one name do different things, so that the name does not say which. */
const isAmbiguous = (one: Spoken, other: Spoken): boolean =>
  CONTROLS.has(one.role)
    ? one.role === other.role &&
      one.name === other.name &&
      one.player === other.player &&
      (one.role !== 'link' || pathOf(one) !== pathOf(other))
    : FIELDS.has(one.role) && one.role === other.role && one.name === other.name && one.groups === other.groups

const quote = ({ role, name }: Spoken) => `${role} '${name}'`

/** These do the same wherever they stand. */
const SAME_EVERYWHERE = /^(?:Sign (?:In|Out)|Remove or disable @\S+…)$/

/** Of one node; `next` is what is read after it. */
function problemsOf(each: Spoken, next: Spoken | undefined, later: readonly Spoken[]): string[] {
  const problem = problemOfName(each)
  const found = problem === undefined ? [] : [`${quote(each)} ${problem}`]
  if (each.name === '') return found
  if (!SAME_EVERYWHERE.test(each.name) && later.some((other) => isAmbiguous(each, other)))
    found.push(`${quote(each)} stands more than once and does not say for what`)
  if (next && isReadAgain(each, next)) found.push(`${quote(each)} is read again as ${quote(next)}`)
  return found
}

function isReadAgain(each: Spoken, next: Spoken): boolean {
  if (each.role === 'StaticText' && next.role === 'StaticText') return false
  return next.landmark === each.landmark && !FIELDS.has(next.role) && next.name.toLowerCase() === each.name.toLowerCase()
}

/** Names that do not say what a control does or to whom, and what is read twice. */
export async function findNamingProblems(page: Page): Promise<string[]> {
  const all = await readAloud(page)
  const pickers = await page.locator('input[type=file][tabindex="-1"]:not([aria-hidden=true])').count()
  return [
    ...new Set(all.flatMap((each, index) => problemsOf(each, all[index + 1], all.slice(index + 1)))),
    ...(pickers > 0 ? ['a field for files is read beside the button that opens it'] : []),
  ]
}
