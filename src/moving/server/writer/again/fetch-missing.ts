import { canonicalBody } from '#moving/server/formats/markdown-to-html.ts'
import { findTags, parseHtml, toHtml } from '#platform/text/html.ts'
import { addressRulesOf, type TextContext } from '#moving/server/writer/posts/convert-body.ts'
import { importPlayers } from '#moving/server/writer/files/import-players.ts'
import type { Run } from '#moving/server/writer/import-run.ts'
import { findGaps, type Gap, keyOfGap, type SourceText } from './fill-gaps.ts'

/** Imports the pictures, files and players that are missing in a stored text, and reports failures. @returns values for `fillGaps`, by gap key */
export async function fetchMissing(
  run: Run,
  context: TextContext,
  { content, text }: { readonly content: string; readonly text: SourceText },
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const asked = new Set<string>()
  for (const gap of findGaps(content, text, addressRulesOf(run))) {
    const key = keyOfGap(gap)
    if (asked.has(key)) continue
    asked.add(key)
    const { html = '' } = text.players.get(gap.address) ?? {}
    const value = gap.what === 'player' ? await fetchPlayer(run, context, html) : await fetchOne(run, context, gap)
    if (value !== null) found.set(key, value)
  }
  return found
}

async function fetchOne(
  { pictures, files, report }: Run,
  { title, authorId }: TextContext,
  { what, address }: Gap,
): Promise<string | null> {
  const imported = await (what === 'picture' ? pictures : files).import(address, authorId)
  if ('url' in imported) return imported.url
  const missing = { post: title, address, why: imported.reason }
  if (what === 'picture') report.missPicture('picture', missing)
  else report.missFile(missing)
  return null
}

/** HTML of the player as a first run would have written it; null if its file cannot be fetched. */
async function fetchPlayer(
  { options, pictures, files, report }: Run,
  { title, authorId }: TextContext,
  html: string,
): Promise<string | null> {
  const tree = parseHtml(html)
  await importPlayers(tree, {
    importFile: (address) => files.import(address, authorId),
    importPicture: (address) => pictures.import(address, authorId),
    missFile: (address, why) => report.missFile({ post: title, address, why }),
  })
  const [player] = findTags(tree, 'audio', 'video')
  return player ? canonicalBody(toHtml([player]), options.publicUrl) : null
}
