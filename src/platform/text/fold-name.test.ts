import { expect, it } from 'vitest'
import { foldName } from './fold-name.ts'

it.each([
  ['Oma Gerda', 'oma  GERDA'],
  ['Oma Gerda', 'Оmа Gеrdа'],
  ['Oma Gerda', 'Oma\u200B Gerda.'],
  ['kindred', 'кindred'],
  ['kindred', 'ｋｉｎｄｒｅｄ'],
  ['admin', 'Adm1n'],
  ['admin', 'adrnin'],
  ['Willi', 'Wi11i'],
  ['Amélie', 'Amelie'],
  ['אמא', 'אמא '],
])('%j looks like %j', (name, other) => expect(foldName(other)).toBe(foldName(name)))

it.each([
  ['Oma Gerda', 'Oma Gerd'],
  ['Anna', 'Hanna'],
  ['אמא', 'אבא'],
])('%j does not look like %j', (name, other) => expect(foldName(other)).not.toBe(foldName(name)))
