import { describe, expect, it } from 'vitest'
import { getSettings } from '#site/contract/settings.endpoints.ts'
import { endpoints } from './contract/endpoints.ts'
import { onEachEngine } from '#tests/support/engines.ts'
import { listRows, type SettingsKey, valuesOf } from '#tests/cases/settings-at-work/settings-at-work.ts'
import { takeSome } from '#tests/support/sweep.ts'
import { openStage } from '#tests/cases/settings-at-work/stage.ts'

const pathOf = (key: SettingsKey) => endpoints[key].key.slice('PUT '.length)

/**
 * Stores each setting at the edges of what its field takes, and does what depends on it: mail goes through a mail server,
 * pages are rendered, comments written and files sent. Values beside these are refused with the name of the field.
 */
onEachEngine('Settings at the edges of what they take', (engine) => {
  const { stage, reset } = openStage(engine)

  describe.each(listRows())('%s', (key, fields) => {
    const path = pathOf(key)

    it.each(fields)('%s does its work at each value', async (field, { works }) => {
      const { allowed } = await valuesOf(key, field, stage())
      expect(allowed.length).toBeGreaterThan(1)
      for (const value of takeSome(allowed, allowed.length > 10 ? 7 : 1)) {
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
})
