import { describe, expect, it } from 'vitest'
import { getSettings, type Settings } from '#site/contract/settings.endpoints.ts'
import { endpoints } from './contract/endpoints.ts'
import { onEachEngine } from '#tests/support/engines.ts'
import {
  listRows,
  SETTINGS_AT_WORK,
  SETTINGS_TOGETHER,
  type SettingsKey,
  valuesOf,
} from '#tests/support/settings-at-work/settings-at-work.ts'
import { takeSome } from '#tests/support/sweep.ts'
import { openStage } from '#tests/support/settings-at-work/stage.ts'

/**
 * Stores each setting at the edges of what its field takes, and does what depends on it: mail goes through a mail server,
 * pages are rendered, comments written and files sent. Values beside these are refused with the name of the field.
 */
const pathOf = (key: SettingsKey) => endpoints[key].key.slice('PUT '.length)

/** Of more values, `npm test` takes one of so many. */
const [MANY, MANY_STEP] = [10, 7]
/** Prime to the numbers of values, so that each value of a field is among those that `npm test` takes. */
const COMBINATIONS_STEP = 5

onEachEngine('Settings at the edges of what they take', (engine) => {
  const { stage, reset } = openStage(engine)

  describe.each(listRows())('%s', (key, fields) => {
    const path = pathOf(key)

    it.each(fields)('%s does its work at each value', async (field, { works }) => {
      const { allowed } = await valuesOf(key, field, stage())
      expect(allowed.length).toBeGreaterThan(1)
      for (const value of takeSome(allowed, allowed.length > MANY ? MANY_STEP : 1)) {
        await reset()
        const { admin } = stage()
        const response = await admin.put(path, { [field]: value })
        expect(response, JSON.stringify(value)).toMatchObject({ status: 200, body: { [field]: value } })
        await works(stage(), value as never, await admin.call(getSettings))
      }
    })

    it.each(fields)('%s refuses the values beside them with its name', async (field) => {
      const { admin } = stage()
      const { refused } = await valuesOf(key, field, stage())
      const before = await admin.get(path)
      for (const value of refused) {
        const response = await admin.put(path, { [field]: value })
        const named = expect.stringMatching(new RegExp(`^${field}(\\.|$)`))
        expect(response, JSON.stringify(value)).toMatchObject({ status: 400, body: { field: named, message: expect.stringMatching(/\w/) } })
      }
      expect((await admin.get(path)).body).toEqual(before.body)
    })
  })

  it.each(SETTINGS_TOGETHER.map((fields) => [fields.join(', '), fields] as const))('%s work in every combination', async (_, fields) => {
    const { works } = SETTINGS_AT_WORK.updateSettings[fields[0]]
    let combinations: Partial<Settings>[] = [{}]
    for (const field of fields) {
      const { allowed } = await valuesOf('updateSettings', field, stage())
      combinations = combinations.flatMap((one) => allowed.map((value) => ({ ...one, [field]: value })))
    }
    for (const combination of takeSome(combinations, COMBINATIONS_STEP)) {
      await reset()
      const { admin } = stage()
      expect(await admin.put('/api/settings', combination)).toMatchObject({ status: 200, body: combination })
      await works(stage(), true, await admin.call(getSettings)).catch((error: unknown) => {
        throw new Error(JSON.stringify(combination).slice(0, 200), { cause: error })
      })
    }
  })
})
