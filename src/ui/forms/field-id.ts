import { createContext, useContext, useId } from 'react'

/** Id of the declared form around a field. */
export const FormIdContext = createContext<string | undefined>(undefined)

/** Name of the one field that the server refused: the browser puts the focus there as it shows the page. */
export const RefusedFieldContext = createContext<string | undefined>(undefined)

/** Id of a control: known by its name within a declared form, whose error summary links to it without a script, too. */
export const useFieldId = (name: string | undefined): string => {
  const ownId = useId()
  const formId = useContext(FormIdContext)
  return formId === undefined || name === undefined ? ownId : `${formId}-${name}`
}
