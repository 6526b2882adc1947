import { expect, it } from 'vitest'
import { foldName } from './fold-name.ts'

it.each([
  ['Oma Gerda', 'oma  GERDA'],
  ['Oma Gerda', 'Oma\u200B Gerda.'],
  ['kindred', 'K i n d r e d'],
  ['kindred', 'ｋｉｎｄｒｅｄ'],
  ['Amélie', 'Amelie'],
  ['אמא', 'אמא '],
])('%j looks like %j', (name, other) => expect(foldName(other)).toBe(foldName(name)))

it.each([
  ['Oma Gerda', 'Oma Gerd'],
  ['Anna', 'Hanna'],
  ['Karl', 'Kari'],
  ['Marla', 'Maria'],
  ['Ella', 'Elia'],
  ['Arno', 'Amo'],
  ['Оля', 'Оня'],
  ['אמא', 'אבא'],
])('%j does not look like %j', (name, other) => expect(foldName(other)).not.toBe(foldName(name)))
