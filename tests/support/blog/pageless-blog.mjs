/**
 * The real blog in a process of its own, without its pages. Runs the build if it is current, which starts in a third of the
 * time, and else the sources.
 */
import { fileURLToPath } from 'node:url'
import { tuneProcess } from '#app/process/tune-process.mjs'

const root = new URL('../../../', import.meta.url)
const fromRoot = (path) => import(new URL(path, root).href)
tuneProcess()
const { buildProblem } = await fromRoot('scripts/prepare/build-state.mjs')
const isBuilt = buildProblem(fileURLToPath(root)) === undefined
const { run } = await fromRoot(isBuilt ? 'dist/server/run.js' : 'src/app/process/run.ts')
const renderPage = async () => ({ status: 200, headers: { 'content-type': 'text/html' }, text: '<p>page</p>' })
await run({ loadPages: async () => ({ renderPage, renderMail: () => '<p>mail</p>', inlineScripts: [], inlineStyles: [] }) })
