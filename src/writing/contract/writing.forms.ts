import { form } from '#platform/contract/form.ts'
import { createSamples } from './samples.endpoints.ts'

export const samplesForm = form('samples', { pages: ['setup-steps'], endpoint: createSamples })

export const writingForms = [samplesForm]
