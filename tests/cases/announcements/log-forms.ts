import { setTimeout as sleep } from 'node:timers/promises'
import { declaredForm, type Line, READ_SPEECH, READ_START, RECORD_SPEECH, sendForm, setLine, wakeForm } from './speech.ts'

/** A window of any browser. */
export interface SpeakingPage {
  readonly open: (path: string) => Promise<void>
  /** Runs the body of a function in the page. */
  readonly run: (body: string) => Promise<unknown>
}

export interface FormCase {
  /** Name of the declared form, or what the log calls it. */
  readonly form: string
  /** Finds a form of the dashboard, which is not declared. */
  readonly selector?: string
  readonly path: string
  /** Script that shows the form. */
  readonly before?: string
  /** Path of the form that the server refuses, if no field can be wrong. */
  readonly badPath?: string
  /** Fields that are refused; without them and `badPath`, nothing that is filled in can be wrong. */
  readonly bad?: Readonly<Record<string, string>>
  /** Fields that are accepted; null if the blog of the test cannot accept any. */
  readonly good: Readonly<Record<string, string>> | null
  /** Success leads to another page, whose title is read. */
  readonly leaves?: boolean
  /** It has no script: the browser loads the page again, with the result. */
  readonly isPlain?: boolean
  /** Only a blog that can send mail has it. */
  readonly needsMail?: boolean
  /** Success begins a session. */
  readonly signsIn?: boolean
}

const DONE = 'slow, then done'
type Event = 'no connection' | 'refused' | typeof DONE

export interface LogLine {
  readonly form: string
  readonly on: Event
  readonly said: readonly string[]
}

const POLL_MS = 50
const WAIT_MS = 120_000
/** Time for a second announcement. */
const QUIET_MS = 700

async function waitFor<T>(what: string, read: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + WAIT_MS
  while (performance.now() < end) {
    // Between two documents nothing can be read.
    const value = await read().catch(() => undefined)
    if (value !== undefined) return value
    await sleep(POLL_MS)
  }
  throw new Error(`${what} (waited ${WAIT_MS / 1000} s)`)
}

interface Speech {
  readonly spoken: readonly string[] | null
  readonly title: string
  readonly address: string
}

interface Try {
  readonly on: Event
  readonly line: Line
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
  readonly count: number
}

/** The page with the result, or the one that success leads to. */
async function readNextPage(page: SpeakingPage, { form, leaves, isPlain }: FormCase, on: Event): Promise<readonly string[]> {
  let said: readonly string[] = []
  const { title } = await waitFor(`${form} leads on`, async () => {
    const speech = (await page.run(READ_SPEECH)) as Speech
    if (speech.spoken === null) return speech
    said = speech.spoken
    return undefined
  })
  if (isPlain !== true || (leaves === true && on !== 'refused')) return [...said, `the page '${title}'`]
  const start = await waitFor(`${form} loads`, async () => (await page.run(READ_START)) ?? undefined)
  return [...said, typeof start === 'string' ? start : '']
}

async function tryForm(page: SpeakingPage, each: FormCase, { on, line, path, fields, count }: Try): Promise<LogLine> {
  const { form, before, leaves, isPlain, selector = declaredForm(form) } = each
  await page.open(path)
  await waitFor(`the form ${form} is on ${path}`, async () => {
    if (before !== undefined) await page.run(before)
    return (await page.run(wakeForm(selector))) === true ? true : undefined
  })
  await page.run(setLine(line))
  await page.run(RECORD_SPEECH)
  await page.run(sendForm(selector, fields))
  if (isPlain === true || (leaves === true && on === DONE)) return { form, on, said: await readNextPage(page, each, on) }
  const read = async () => ((await page.run(READ_SPEECH)) as Speech).spoken ?? []
  await waitFor(`${form} says something`, async () => ((await read()).length >= count ? true : undefined)).catch(() => {})
  await sleep(QUIET_MS)
  return { form, on, said: await read() }
}

/** Sends a form without a connection, with what is refused, and over a slow line; logs what is announced. */
export async function logForm(page: SpeakingPage, form: FormCase): Promise<readonly LogLine[]> {
  const tries: Try[] = []
  if (form.isPlain !== true)
    tries.push({ on: 'no connection', line: 'down', path: form.path, fields: form.good ?? form.bad ?? {}, count: 1 })
  if (form.bad !== undefined || form.badPath !== undefined)
    tries.push({ on: 'refused', line: 'fast', path: form.badPath ?? form.path, fields: form.bad ?? {}, count: 1 })
  if (form.good !== null) tries.push({ on: DONE, line: 'slow', path: form.path, fields: form.good, count: 1 })
  const log: LogLine[] = []
  for (const each of tries) log.push(await tryForm(page, form, each))
  return log
}

const TOGGLE = /, (?:not )?pressed$/

/** What is wrong with a line of the log: each result is announced once, in words. */
export function findProblem({ form, on, said }: LogLine): string | null {
  // The state of a toggle is its result; after a failure, the message is.
  const isOfToggle = on !== 'no connection' && said.some((words) => TOGGLE.test(words))
  const results = isOfToggle ? said : said.filter((words) => !TOGGLE.test(words))
  return results.length === 1 && /\w{2}/.test(results[0] ?? '') ? null : `${form}, ${on}: ${JSON.stringify(said)}`
}
