import { expect, it } from 'vitest'
import { explainFullDisk, saysFullDisk } from './explain-full-disk.ts'

const FOLDER = '/srv/quota/is full'
const SYSTEM = [{ code: 'ENOSPC' }, { code: 'EDQUOT', path: `${FOLDER}/a.tar` }, { code: '53100' }, { errcode: 13 }]

it('A message of a full disk is recognised by its words, not by a path in it', () => {
  const explained = SYSTEM.map((facts) => explainFullDisk(Object.assign(new Error('failed'), facts), FOLDER) ?? '')
  expect(explained.map((message) => saysFullDisk(`No backup was made: ${message}`))).toEqual([true, true, true, true])
  expect(['ENOSPC: no space left on device, write', 'Error: database or disk is full'].map(saysFullDisk)).toEqual([true, true])
  expect(saysFullDisk(`No backup was made: EACCES: permission denied, mkdir '${FOLDER}' (${FOLDER}/no more files).`)).toBe(false)
})
