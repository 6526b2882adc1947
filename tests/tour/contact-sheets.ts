import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const CELL = { width: 400, height: 560 }
const COLUMNS = 5
const ROWS = 3
const GAP = 12
const PAPER = '#8a8580'

/**
 * Lays the pictures of each folder side by side, fifteen to a sheet, so that a whole blog is looked at in minutes.
 * @returns the sheets' paths
 */
export async function layOut(folder: string): Promise<string[]> {
  const sheets: string[] = []
  const folders = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  for (const { name } of folders) {
    const pictures = (await readdir(join(folder, name))).filter((file) => file.endsWith('.png')).toSorted()
    for (let first = 0; first < pictures.length; first += COLUMNS * ROWS) {
      const path = join(folder, `${name}-sheet-${first / (COLUMNS * ROWS) + 1}.png`)
      await writeSheet(
        path,
        pictures.slice(first, first + COLUMNS * ROWS).map((file) => join(folder, name, file)),
      )
      sheets.push(path)
    }
  }
  return sheets
}

/** The upper part of each picture, scaled to the width of its place. */
async function writeSheet(path: string, pictures: readonly string[]): Promise<void> {
  const cells = await Promise.all(
    pictures.map(async (picture, index) => ({
      input: await sharp(picture)
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
  const rows = Math.ceil(pictures.length / COLUMNS)
  await sharp({
    create: { width: GAP + COLUMNS * (CELL.width + GAP), height: GAP + rows * (CELL.height + GAP), channels: 3, background: PAPER },
  })
    .composite(cells)
    .png()
    .toFile(path)
}
