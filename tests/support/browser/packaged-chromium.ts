import { createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { unpackTar } from 'modern-tar/fs'

const root = join(import.meta.dirname, '../../..')
const PACKAGE = join(root, 'node_modules/@sparticuz/chromium')

/**
 * The Chromium of the package `@sparticuz/chromium` (Linux, x64), unpacked once into node_modules/.cache.
 * @returns the program to start; undefined on other platforms
 */
export async function unpackChromium(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(PACKAGE)) return undefined
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string }
  const folder = join(root, 'node_modules/.cache', `chromium-${version}`)
  const program = join(folder, 'chromium')
  if (existsSync(program)) return program
  const fresh = `${folder}.${process.pid}`
  try {
    await unpack(fresh)
    writeFileSync(join(fresh, 'fonts.conf'), fontSettings(folder))
    writeFileSync(join(fresh, 'chromium'), START_SCRIPT, { mode: 0o755 })
    rmSync(folder, { recursive: true, force: true })
    renameSync(fresh, folder)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return program
}

async function unpack(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const read = (name: string) => createReadStream(join(PACKAGE, 'bin', name))
  // The browser loads graphics libraries from its own folder; `lib` has libraries that a minimal system lacks.
  for (const name of ['al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br'])
    await pipeline(read(name), createBrotliDecompress(), unpackTar(folder))
  await pipeline(read('chromium.br'), createBrotliDecompress(), createWriteStream(join(folder, 'headless_shell'), { mode: 0o755 }))
}

const START_SCRIPT = `#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/headless_shell" "$@"
`

const fontSettings = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(folder, 'font-cache')}</cachedir>
</fontconfig>
`
