/** Fails on words of the old vocabulary (docs/style.md). `--list` prints the files that use them. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const FOLDERS = ['src', 'scripts', 'bench', 'tests', 'migrations', 'docs']
/** Excludes `.text` files: texts for readers of the blog keep their own voice. */
const SOURCES = /(?<!\.text)\.(?:tsx?|mjs|md)$/
/** Files that still use old words, one per line. The list may only get shorter. */
const ALLOWED = 'scripts/old-words.txt'
/** Files that list the old words. */
const EXEMPT = ['docs/style.md', 'scripts/check-words.mjs', 'scripts/check-words.test.mjs']

const OLD_WORDS = [
  [/\b\w*(?:[a-z]Answer|Answer[A-Z])\w*|\banswer[A-Z]\w*|\b[Aa]nswers?\b/g, 'response (a server), reply (a person)'],
  [/\banew\b/gi, 'again; re-read, re-rendered'],
  [/\baskers?\b|\bwho asks\b|\bwhoever\b|\bsomebody\b/gi, 'the client, the user, the caller, someone with a role'],
  [/\bkept (?:answers?|responses?|pages?)\b/gi, 'cached'],
  [/\bleave to begin\b/gi, 'admission'],
  [/\b(?:is|are|was|were|be) told\b|\bTold\b/g, 'is notified, gets; notice, message'],
  [/\blooked at\b/gi, 'checked, read'],
  [/\bspec §|\bdecisions, [A-Z]|\(decisions[;)]/g, 'a section of docs/product.md'],
  [/\bdoomed\b/gi, 'pendingDelete'],
  [/\bbesides\b|\b(?:told|counted|asked for) apart\b/gi, 'also, separately'],
  [/\btakes? turns\b|\btakeTurns\b/gi, 'queue, mutex'],
  [/\b(?:createM|m)akers?\b/g, 'render, factory'],
  [/\bunder way\b|\bunderWay\b/gi, 'running, pending'],
  [/\b(?:tells?|hears?|told|heard) of\b/gi, 'logs, reports, is notified of'],
  [/\bforgets?\b|\bforget[A-Z]\w*/g, 'invalidate, evict, delete'],
  [/\bdoors?\b/gi, 'endpoint access'],
  [/\bsay[A-Z]\w*/g, 'print, log'],
]

/** Texts that readers of the product see, and that tests quote. They keep their own voice. */
const PRODUCT_TEXTS = /Somebody will look at|Somebody, most likely you|somebody else may be in your account/g

/** @returns a line with the better word for each use of an old word */
export const findOldWords = (text) =>
  text
    .split('\n')
    .flatMap((line, index) =>
      OLD_WORDS.flatMap(([pattern, better]) =>
        [...line.replaceAll(PRODUCT_TEXTS, '').matchAll(pattern)].map(([word]) => `${index + 1}: '${word}' → ${better}`),
      ),
    )

/** @param uses old words by file @returns a line for each problem */
export const judge = (uses, allowed) => [
  ...[...uses].filter(([file]) => !allowed.has(file)).flatMap(([file, words]) => words.map((word) => `${file}:${word}`)),
  ...[...allowed].filter((file) => !uses.has(file)).map((file) => `${file} uses no old word any more: remove it from ${ALLOWED}`),
]

const sourceFiles = () =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && SOURCES.test(entry.name))
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(root.length + 1)
          .replaceAll('\\', '/'),
      ),
  ).filter((file) => !EXEMPT.includes(file))

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const uses = new Map(
    sourceFiles()
      .map((file) => [file, findOldWords(readFileSync(join(root, file), 'utf8'))])
      .filter(([, words]) => words.length > 0),
  )
  if (process.argv.includes('--list')) process.stdout.write(`${[...uses.keys()].join('\n')}\n`)
  else {
    const problems = judge(uses, new Set(readFileSync(join(root, ALLOWED), 'utf8').split('\n').filter(Boolean)))
    if (problems.length > 0) process.stdout.write(`${problems.join('\n')}\n`)
    process.exitCode = problems.length > 0 ? 1 : 0
  }
}
