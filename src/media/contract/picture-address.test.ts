import { expect, test } from 'vitest'
import { formatsOf, pictureAddress, readPictureAddress, srcSetOf, widthsOf } from './picture-address.ts'

const picture = {
  folder: 'AbCdEfGhIjKlMn-_',
  name: '1763640000000-our-garden',
  width: 1600,
  height: 1200,
  colours: '123456789abc'.repeat(3),
  format: 'jpg',
} as const

test('Reading the address of a picture returns all its properties', () => {
  for (const each of [picture, { ...picture, colours: null, format: 'png' as const }, { ...picture, width: 7, height: 16_383 }]) {
    expect(readPictureAddress(pictureAddress(each))).toEqual(each)
  }
})

test.each([
  '',
  '/files/a/b.webp',
  '/drawings/cover/hills.svg',
  `https://evil.example${pictureAddress(picture)}`,
  `${pictureAddress(picture)}?x`,
  `${pictureAddress(picture)}"><script>`,
])('%j is not the address of a stored picture', (address) => {
  expect(readPictureAddress(address)).toBe(null)
})

test('The list of widths ends with the width of the picture', () => {
  expect([widthsOf(1600), widthsOf(700), widthsOf(320), widthsOf(50)]).toEqual([
    [96, 320, 640, 960, 1600],
    [96, 320, 640, 700],
    [96, 320],
    [50],
  ])
})

test('The srcset has each width once, the largest with the address of the picture', () => {
  expect(srcSetOf({ ...picture, width: 400 }, 'jpg')).toBe(
    `/files/${picture.folder}/320.jpg 320w, ${pictureAddress({ ...picture, width: 400 })} 400w`,
  )
  expect(srcSetOf({ ...picture, width: 50 }, 'avif')).toBe(`/files/${picture.folder}/50.avif 50w`)
  expect(formatsOf('jpg')).toEqual(['avif', 'webp', 'jpg'])
})
