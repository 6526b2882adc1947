import { createContext, useContext } from 'react'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import type { Form } from '#platform/contract/form.ts'
import { type DeclaredForm, type DeclaredFormOptions, useDeclaredForm } from '#ui/forms/declared-form.tsx'

/** Address of the next step, where a section of the settings is a step of the set-up; null in the settings. */
export const NextStepContext = createContext<string | null>(null)

/** Whether the section is shown as a step of the set-up. */
export const useIsStep = (): boolean => useContext(NextStepContext) !== null

/** The form of a section. In the settings it stays after it was saved; as a step, it leads to the next one. */
export const useSettingsForm = <E extends Endpoint>(declaration: Form<E>, options: DeclaredFormOptions<E> = {}): DeclaredForm => {
  const next = useContext(NextStepContext)
  return useDeclaredForm(declaration, next === null ? options : { ...options, next, onDone: undefined })
}
