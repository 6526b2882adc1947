/** Fails on words of scripts/old-words.txt (docs/style.md). */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const FOLDERS = ['src', 'scripts', 'bench', 'tests', 'migrations', 'docs']
/** Excludes `.text` files: texts for readers of the blog keep their own voice. */
const SOURCES = /(?<!\.text)\.(?:tsx?|mjs|md)$/
/** Files that quote old words. */
const EXEMPT = ['docs/style.md', 'scripts/check-words.test.mjs']

/** Reads lines of the form `expression → better word`. */
export const readWords = (text) =>
  text.split('\n').flatMap((line) => {
    if (line === '' || line.startsWith('#')) return []
    const [pattern, better] = line.split(' → ')
    if (!better) throw new Error(`'${line}' names no better word.`)
    return [{ pattern: new RegExp(pattern.replace(/^\(\?i\)/, ''), pattern.startsWith('(?i)') ? 'gi' : 'g'), better }]
  })

const OLD_WORDS = readWords(readFileSync(join(root, 'scripts/old-words.txt'), 'utf8'))

/** Texts that readers of the product see, and that tests quote. They keep their own voice. */
const PRODUCT_TEXTS = /Somebody will look at|Somebody, most likely you|somebody else may be in your account/g

/** @returns a line with the better word for each use of an old word */
export const findOldWords = (text) =>
  text
    .split('\n')
    .flatMap((line, index) =>
      OLD_WORDS.flatMap(({ pattern, better }) =>
        [...line.replaceAll(PRODUCT_TEXTS, '').matchAll(pattern)].map(([word]) => `${index + 1}: '${word}' → ${better}`),
      ),
    )

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
  const problems = sourceFiles().flatMap((file) => findOldWords(readFileSync(join(root, file), 'utf8')).map((word) => `${file}:${word}`))
  if (problems.length > 0) process.stdout.write(`${problems.join('\n')}\n`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
