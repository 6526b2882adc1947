import { canonicalBody } from '#server/markdown/markdown-to-html.ts'
import { findTags, parseHtml, toHtml } from '#server/platform/html.ts'
import { mendPartsOf, type Naming } from './convert-body.ts'
import { importPlayers } from './files/import-players.ts'
import type { Run } from './import-run.ts'
import { findGaps, type Gap, keyOfGap, type SourceText } from './mend-body.ts'

/** Fetches what is missing in a stored text; what cannot be had is reported. @returns what fills its gaps, by their keys */
export async function getMissing(
  run: Run,
  naming: Naming,
  { content, text }: { readonly content: string; readonly text: SourceText },
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const asked = new Set<string>()
  for (const gap of findGaps(content, text, mendPartsOf(run))) {
    const key = keyOfGap(gap)
    if (asked.has(key)) continue
    asked.add(key)
    const { html = '' } = text.players.get(gap.address) ?? {}
    const value = gap.what === 'player' ? await getPlayer(run, naming, html) : await getOne(run, naming, gap)
    if (value !== null) found.set(key, value)
  }
  return found
}

async function getOne({ pictures, files, report }: Run, { title, authorId }: Naming, { what, address }: Gap): Promise<string | null> {
  const imported = await (what === 'picture' ? pictures : files).import(address, authorId)
  if ('url' in imported) return imported.url
  const missing = { post: title, address, why: imported.reason }
  if (what === 'picture') report.missPicture('picture', missing)
  else report.missFile(missing)
  return null
}

/** The player as a first run would have written it; null while its file cannot be had. */
async function getPlayer({ options, pictures, files, report }: Run, { title, authorId }: Naming, html: string): Promise<string | null> {
  const tree = parseHtml(html)
  await importPlayers(tree, {
    importFile: (address) => files.import(address, authorId),
    importPicture: (address) => pictures.import(address, authorId),
    missFile: (address, why) => report.missFile({ post: title, address, why }),
  })
  const [player] = findTags(tree, 'audio', 'video')
  return player ? canonicalBody(toHtml([player]), options.publicUrl) : null
}
