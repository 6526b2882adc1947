/** Recognises an export by its first bytes. The browser checks before the upload, the server after it. */

export type ExportFormat = 'wordpress' | 'ghost' | 'kindred'

/** Number of leading bytes that {@link readExportHead} needs. */
export const EXPORT_HEAD_BYTES = 64 * 1024

type ExportHead = { readonly format: ExportFormat } | { readonly problem: string }

const WHERE =
  'In WordPress it comes from Tools → Export → All content, and ends in .xml; in Ghost from Settings → Import/Export, and ends in .json; in a blog like this one from “Download everything”, and ends in .zip.'

/** Files of our archive, and the folder that holds them after it was packed again. */
const OUR_FILES = /\/$|(^|\/)((addresses|blog)\.yml|index\.html|style\.css|(look|pages|posts)\/[^]*)$/

/** First bytes, in hexadecimal, of files that are often chosen by mistake. */
const ARCHIVES = /^(504b0[357]|526172|377abcaf|1f8b)/
const PICTURES = /^(ffd8ff|89504e47|47494638|52494646.{8}57454250|.{8}66747970|49492a00|4d4d002a|25504446)/

/** @param bytes the first {@link EXPORT_HEAD_BYTES} of the file, or the whole file when it is shorter */
export function readExportHead(bytes: Uint8Array): ExportHead {
  if (bytes.byteLength === 0) return { problem: 'This file is empty. Please export the old blog once more.' }
  const first = Array.from(bytes.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (first.startsWith('504b0304') && OUR_FILES.test(nameOfFirst(bytes))) return { format: 'kindred' }
  if (ARCHIVES.test(first)) {
    return {
      problem: 'This is an archive, but not of a blog like this one. Please unpack it, and choose the .xml or .json file that is in it.',
    }
  }
  if (PICTURES.test(first)) {
    return { problem: `This is a picture or a document, not the export of a blog. ${WHERE}` }
  }
  // TextDecoder removes a byte order mark.
  return readText(new TextDecoder().decode(bytes).trimStart())
}

/** Name of the first file of a zip file. */
function nameOfFirst(bytes: Uint8Array): string {
  const length = (bytes[26] ?? 0) + (bytes[27] ?? 0) * 256
  return new TextDecoder().decode(bytes.subarray(30, 30 + length))
}

function readText(text: string): ExportHead {
  if (text.startsWith('{')) {
    if (/"(db|data|posts|meta)"\s*:/.test(text)) return { format: 'ghost' }
    return { problem: `This file is JSON, but no export of Ghost. ${WHERE}` }
  }
  if (/wordpress\.org\/export\/|<wp:wxr_version/i.test(text)) return { format: 'wordpress' }
  if (/^(<\?xml[^>]*>)?\s*(<!--[\s\S]*?-->\s*|<\?[^>]*>\s*)*<(rss|feed|rdf:RDF)\b/i.test(text)) {
    return { problem: `This is the feed of a blog: it holds the newest posts only. Please take the export. ${WHERE}` }
  }
  if (/^(<!doctype html|<html)/i.test(text)) {
    return { problem: `This is a page of a website, not the export of a blog. ${WHERE}` }
  }
  return { problem: `This is neither an export of WordPress nor one of Ghost, nor the archive of a blog like this one. ${WHERE}` }
}
