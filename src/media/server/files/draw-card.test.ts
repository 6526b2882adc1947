import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CARD } from '#media/contract/card-size.ts'
import { drawableText, isRightToLeft, CARD_FONTS, type CardOrder } from './draw-card.ts'
import { type Coverage, readCoverage } from './draw-text.ts'
import { createPictureWorkers } from './picture-workers.ts'

const TITLES: Readonly<Record<string, string>> = {
  Latin: 'Ein stiller Morgen in Łódź, čtyři hodiny',
  Vietnamese: 'Một buổi sáng yên tĩnh',
  Greek: 'Ένα ήσυχο πρωινό στο σπίτι',
  Cyrillic: 'Тихое утро дома, перші кроки',
  Hebrew: 'בוקר שקט בבית, 24 שעות אחרי',
  Arabic: 'صباح هادئ في المنزل',
  Japanese: '入院三日目、はじめての笑顔',
  Chinese: '回家的第一天，謝謝大家',
  Korean: '집으로 돌아온 첫날의 기록',
  Devanagari: 'घर पर एक शांत सुबह',
  Bengali: 'বাড়িতে প্রথম সকাল',
  Tamil: 'வீட்டில் முதல் காலை',
  Thai: 'เช้าวันแรกที่บ้าน',
  Georgian: 'მშვიდი დილა სახლში',
  Armenian: 'Հանգիստ առավոտ տանը',
  Amharic: 'ጸጥ ያለ ጠዋት በቤት',
}

describe('The text of a card', () => {
  let isCovered: Coverage
  beforeAll(async () => {
    isCovered = await readCoverage(CARD_FONTS)
  })

  it.each(Object.entries(TITLES))('%s is unchanged', (_, title) => {
    expect(drawableText(title, isCovered)).toBe(title)
  })

  it('Emoji and invisible characters are removed; letters, digits and symbols are not', () => {
    expect(drawableText('❤️ Day\u202E 10\u200B 👩‍👧‍👦: 50 % © “yes”\n🇸🇪 ½ 1️⃣', isCovered)).toBe('Day 10 : 50 % © “yes” ½ 1')
  })

  it('A text is left out if the fonts lack a character or nothing remains', () => {
    for (const text of ['ᠮᠣᠩᠭᠣᠯ', 'Hello ᠮ', '\uE000 private', '🎉❤️', '…', ''])
      expect([text, drawableText(text, isCovered)]).toEqual([text, null])
  })

  it('The direction of a text is that of its first letter', () => {
    expect([TITLES['Hebrew'], '24 שעות', 'ابن'].map((text) => isRightToLeft(text ?? ''))).toEqual([true, true, true])
    expect(['24 hours אחרי', TITLES['Japanese'], '24'].map((text) => isRightToLeft(text ?? ''))).toEqual([false, false, false])
  })
})

describe('A card', () => {
  const workers = createPictureWorkers()
  afterAll(() => workers.close())
  const [PAPER, ACCENT, COVER] = ['#ffffff', '#ff0000', '#00ff00']
  const drawing = (colour: string, size: number) => ({
    bytes: Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><path fill="${colour}" d="M0 0h999v999H0z"/></svg>`,
    ),
    isDrawing: true,
  })
  const draw = async (parts: Partial<CardOrder>) => {
    const order = { title: 'A title', text: '', name: '', sign: drawing('#0000ff', 128), cover: drawing(COVER, 900), ...parts }
    const jpeg = await workers.drawCard({ ...order, colours: { paper: PAPER, ink: '#000000', soft: '#444444', accent: ACCENT } })
    const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
    expect({ width: info.width, height: info.height }).toEqual(CARD)
    /** Counts the pixels of a colour in a part of the card, by default in all of it. */
    return (colour: string, { left = 0, top = 0, right = CARD.width as number, bottom = CARD.height as number } = {}) => {
      const [red, green, blue] = Buffer.from(colour.slice(1), 'hex') as unknown as [number, number, number]
      const isNear = (at: number, value: number) => Math.abs((data[at] ?? 0) - value) < 60
      let count = 0
      for (let y = top; y < bottom; y += 1) {
        for (let at = (y * CARD.width + left) * 3; at < (y * CARD.width + right) * 3; at += 3) {
          if (isNear(at, red) && isNear(at + 1, green) && isNear(at + 2, blue)) count += 1
        }
      }
      return count
    }
  }

  it('The title is to the left of the cover, and to its right for a right-to-left title', async () => {
    for (const [title, side] of [
      [TITLES['Latin'], { left: 0, right: 600 }],
      [TITLES['Arabic'], { left: 600, right: 1200 }],
    ] as const) {
      const count = await draw({ title: title ?? '' })
      expect(count('#000000', side)).toBeGreaterThan(4000)
      expect(count(ACCENT, side)).toBeGreaterThan(400)
      expect([count('#000000') - count('#000000', side), count(COVER, side)]).toEqual([0, 0])
      expect(count(COVER)).toBeGreaterThan(300_000)
    }
  })

  it('Any title fits: long, one word, with markup, in wide letters', async () => {
    const titles = ['word '.repeat(40), 'x'.repeat(200), '文'.repeat(200), '</span><b>&amp; "\'<'.repeat(10), 'W']
    for (const title of titles) {
      const count = await draw({ title })
      const text = { left: 64, top: 80, right: 600, bottom: 480 }
      expect([title, count('#000000', text) > 300]).toEqual([title, true])
      // The title does not overlap the cover, the margin or the sign.
      expect([title, count('#000000') - count('#000000', text)]).toEqual([title, 0])
    }
  })

  it('If the fonts lack the title, the card is the cover with the sign and, if possible, the name', async () => {
    const bare = await draw({ title: 'ᠮᠣᠩᠭᠣᠯ' })
    expect(bare(COVER)).toBeGreaterThan(700_000)
    expect(bare('#0000ff')).toBeGreaterThan(3000)
    expect(bare('#000000')).toBe(0)
    const named = await draw({ title: '🎉', name: 'Kindred' })
    expect(named('#000000')).toBeGreaterThan(300)
  })

  it('A short title leaves room for the text below it', async () => {
    const under = async (title: string) => (await draw({ title, text: 'Welcome to us' }))('#444444', { top: 190, bottom: 480 })
    expect(await under('A title')).toBeGreaterThan((await draw({}))('#444444', { top: 190, bottom: 480 }) + 300)
  })
})
