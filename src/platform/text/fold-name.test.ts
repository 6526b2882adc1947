import { expect, it } from 'vitest'
import { foldName } from './fold-name.ts'

it.each([
  ['Oma Gerda', 'oma  GERDA'],
  ['Oma Gerda', 'Оmа Gеrdа'],
  ['Oma Gerda', 'Oma\u200B Gerda.'],
  ['kindred', 'кindred'],
  ['kindred', 'K i n d r e d'],
  ['kindred', 'ｋｉｎｄｒｅｄ'],
  ['kindred', 'kindrеԁ'],
  ['admin', 'аdmіn'],
  ['admin', 'Adm1n'],
  ['admin', 'adrnin'],
  ['support', 'ѕuppοrt'],
  ['Willi', 'Wi11i'],
  ['Amélie', 'Amelie'],
  ['אמא', 'אמא '],
])('%j looks like %j', (name, other) => expect(foldName(other)).toBe(foldName(name)))

it.each([
  ['Oma Gerda', 'Oma Gerd'],
  ['Jan', 'Jana'],
  ['Anna', 'Hanna'],
  ['אמא', 'אבא'],
  ['家族', '家'],
])('%j does not look like %j', (name, other) => expect(foldName(other)).not.toBe(foldName(name)))
