import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const CELL = { width: 400, height: 560 }
const COLUMNS = 5
const ROWS = 3
const GAP = 12
const BACKGROUND = '#8a8580'

/**
 * Puts the screenshots of each folder side by side, fifteen to a sheet.
 * @returns the sheets' paths
 */
export async function writeContactSheets(folder: string): Promise<string[]> {
  const sheets: string[] = []
  const folders = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  for (const { name } of folders) {
    const screenshots = (await readdir(join(folder, name))).filter((file) => file.endsWith('.png')).toSorted()
    for (let first = 0; first < screenshots.length; first += COLUMNS * ROWS) {
      const path = join(folder, `${name}-sheet-${first / (COLUMNS * ROWS) + 1}.png`)
      await writeSheet(
        path,
        screenshots.slice(first, first + COLUMNS * ROWS).map((file) => join(folder, name, file)),
      )
      sheets.push(path)
    }
  }
  return sheets
}

/** The upper part of each screenshot, scaled to the width of its cell. */
async function writeSheet(path: string, screenshots: readonly string[]): Promise<void> {
  const cells = await Promise.all(
    screenshots.map(async (screenshot, index) => ({
      input: await sharp(screenshot)
        .resize({ width: CELL.width })
        .toBuffer({ resolveWithObject: true })
        .then(({ data, info }) =>
          sharp(data)
            .extract({ left: 0, top: 0, width: info.width, height: Math.min(info.height, CELL.height) })
            .toBuffer(),
        ),
      left: GAP + (index % COLUMNS) * (CELL.width + GAP),
      top: GAP + Math.floor(index / COLUMNS) * (CELL.height + GAP),
    })),
  )
  const rows = Math.ceil(screenshots.length / COLUMNS)
  await sharp({
    create: { width: GAP + COLUMNS * (CELL.width + GAP), height: GAP + rows * (CELL.height + GAP), channels: 3, background: BACKGROUND },
  })
    .composite(cells)
    .png()
    .toFile(path)
}
