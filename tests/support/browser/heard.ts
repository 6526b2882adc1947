import { appendFile } from 'node:fs/promises'
import type { CDPSession, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { RECORD_SPEECH } from '#tests/support/announcements/speech.ts'
import { sessionOf } from './spoken-names.ts'

/**
 * `KINDRED_HEARD=file.md npm test -- keyboard` appends what a screen reader says in each journey by keyboard, and
 * fails where it says something twice, or a name that does not say what is meant.
 */
const file = process.env['KINDRED_HEARD']

interface AxNode {
  readonly role?: { readonly value: string }
  readonly name?: { readonly value: string }
  readonly description?: { readonly value: string }
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[]
}

const STATES: Readonly<Record<string, string>> = { checked: 'checked', expanded: 'expanded', pressed: 'pressed' }
/** The page itself. */
const WITHOUT_NAME = new Set(['RootWebArea', 'generic', 'none'])
const BARE_NAME = /^(?:|Edit|Delete|Reply|Report|Like|Rename|Remove|More)$/

const listening = new WeakSet<Page>()
const logs = new Map<string, string[]>()

/** Records what is announced. What takes the focus is read from the accessibility tree instead (`readFocus`). */
async function startListening(page: Page): Promise<void> {
  if (listening.has(page)) return
  listening.add(page)
  const record = `window.isPressing = true; ${RECORD_SPEECH}`
  await page.addInitScript(`addEventListener('DOMContentLoaded', () => { ${record} })`)
  await page.evaluate(`(() => { ${record} })()`)
}

/** @returns undefined while the page is replaced by another one */
async function readFocus(session: CDPSession): Promise<AxNode | undefined> {
  try {
    const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' })
    if (result.objectId === undefined) return undefined
    const { nodes } = await session.send('Accessibility.getPartialAXTree', { objectId: result.objectId, fetchRelatives: false })
    return (nodes as unknown as readonly AxNode[])[0]
  } catch {
    return undefined
  }
}

/** Role, name, states and description. */
function describe(node: AxNode | undefined): string {
  const [role, name, description] = [node?.role, node?.name, node?.description].map((each) => each?.value.trim() ?? '')
  if (node === undefined || WITHOUT_NAME.has(role ?? '')) return 'the page'
  expect(name, `name of a ${role}`).not.toMatch(BARE_NAME)
  expect(description, `description of ${role} '${name}'`).not.toBe(name)
  const states = (node.properties ?? []).flatMap(({ name: state, value: { value } }) => {
    const word = STATES[state]
    return word === undefined ? [] : [String(value) === 'true' ? word : `not ${word}`]
  })
  return [`${role}: ${name}`, ...states, ...(description === '' ? [] : [`(${description})`])].join(', ')
}

function logOfTest(): string[] {
  const { currentTestName: title = '' } = expect.getState()
  const known = logs.get(title)
  if (known !== undefined) return known
  const log = [`\n## ${title}\n\n`]
  logs.set(title, log)
  onTestFinished(() => appendFile(file ?? '', log.join('')))
  return log
}

/** Notes what a screen reader says after a key was pressed. Does nothing unless a log is asked for. */
export async function hear(page: Page, key: string): Promise<void> {
  if (file === undefined) return
  const log = logOfTest()
  await startListening(page)
  const spoken = await page.evaluate<string[]>('(window.spoken ?? []).splice(0)').catch((): string[] => [])
  log.push(...spoken.map((words) => `  - announced: ${words}\n`), `- ${key} → ${describe(await readFocus(await sessionOf(page)))}\n`)
  expect(spoken, 'announced once').toEqual([...new Set(spoken)])
}
