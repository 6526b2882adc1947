import { useState } from 'react'
import { Button } from '#ui/components/button.tsx'
import { Dialog } from '#ui/components/dialog.tsx'
import { Table, TableCell, TableRow } from '#ui/components/table.tsx'
import { DeleteButton } from '#ui/dashboard/delete-dialog.tsx'
import { SaveRow, SettingsCard } from '#ui/dashboard/settings-form.tsx'
import { CheckField } from '#ui/forms/check-field.tsx'
import { ChoiceField } from '#ui/forms/choice-field.tsx'
import { FieldError } from '#ui/forms/field-error.tsx'
import { FormMessage, type FormState, useForm } from '#ui/forms/form.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { PasswordField } from '#accounts/web/session/password-field.tsx'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import { ShowMore } from '#ui/lists/show-more.tsx'

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitän'
const OPTIONS = [
  { value: 'life', label: 'Life' },
  { value: 'long', label: LONG },
] as const

const Choice = ({ name, error }: { readonly name: string; readonly error?: string }) => {
  const [value, setValue] = useState<'life' | 'long'>('life')
  return <ChoiceField legend="One of these" name={name} value={value} choices={OPTIONS} onChange={setValue} error={error} hint="A hint" />
}

export const FieldStates = () => (
  <>
    <TextField label="A field" name="empty" placeholder="Placeholder" hint="What it is for" />
    <TextField label="A field with a value" name="filled" defaultValue={LONG.repeat(3)} />
    <TextField label="A field that is wrong" name="wrong" defaultValue="x" error="Please write more than one letter." hint="A hint" />
    <PasswordField label="A password" name="password" defaultValue="three cold spoons" hint="8 to 128 characters" />
    <PasswordField label="A password that is wrong" name="weak" error="This password is one of the first that others would try." />
    <TextField label="A field that is off" name="off" disabled defaultValue="Cannot be changed" />
    <TextArea label="A text" name="text" defaultValue={'One line\nand another'} />
    <TextArea label="A text that is wrong" name="text-wrong" error="It is too long." />
    <SelectField label="A list" name="list" options={OPTIONS} />
    <SelectField label="A list that is wrong" name="list-wrong" options={OPTIONS} error="Please choose one." />
    <CheckField label="A box" name="box" hint="A hint" />
    <CheckField label="A box that is ticked" name="ticked" defaultChecked />
    <CheckField label="A box of which nothing is known" name="unknown" indeterminate />
    <Choice name="choice" />
    <Choice name="choice-wrong" error="Please choose one." />
    <FieldError>What is wrong with something that is no field.</FieldError>
  </>
)

const FAILED: FormState = {
  type: 'failed',
  message: 'Please fill in your name.',
  errors: [
    { field: 'name', message: 'Please fill in your name.' },
    { field: 'email', message: 'That is no address.' },
  ],
}
const FORMS: Readonly<Record<string, FormState>> = {
  idle: { type: 'idle' },
  sending: { type: 'pending' },
  done: { type: 'done', message: 'Saved.' },
  'failed as a whole': { type: 'failed', message: 'The blog cannot be reached just now.' },
  'failed at one field': { type: 'failed', field: 'name', message: 'Please fill in your name.' },
  'failed at several fields': FAILED,
}

const OneForm = ({ title, initial }: { readonly title: string; readonly initial: FormState }) => {
  const toFailure = () => ({ message: 'Not here.' })
  const form = useForm({ initial, send: () => Promise.resolve(), toFailure, fields: ['name', 'email'] })
  return (
    <SettingsCard title={`A form: ${title}`} hint="What it changes.">
      <form className="stack" {...form.props}>
        <TextField label="Name" name="name" error={form.errorOf('name')} />
        <TextField label="Email" name="email" error={form.errorOf('email')} />
        <FormMessage form={form} />
        <SaveRow form={form} variant="primary" />
      </form>
    </SettingsCard>
  )
}

const More = ({ initial }: { readonly initial: FormState }) => {
  const form = useForm({ initial, send: () => Promise.resolve(), toFailure: () => ({ message: 'Not here.' }) })
  return <ShowMore form={form} href="/dev/components" />
}

export const FormStates = () => (
  <>
    {Object.entries(FORMS).map(([title, initial]) => (
      <OneForm key={title} title={title} initial={initial} />
    ))}
    <More initial={{ type: 'idle' }} />
    <More initial={{ type: 'failed', message: 'More could not be loaded.' }} />
  </>
)

const ROWS = ['A post', LONG.repeat(2)]
const outcome = { text: 'Deleted.' }

export const TableStates = () => (
  <Table caption="All posts" columns={['Title', 'Category', 'Delete']}>
    {ROWS.map((title) => (
      <TableRow key={title} ref={null}>
        <TableCell slot="title">{title}</TableCell>
        <TableCell slot="meta" prefix="in">
          Life
        </TableCell>
        <TableCell slot="action">
          <DeleteButton
            name={title}
            deletion={{ question: 'Are you sure you want to delete this post?', run: () => Promise.resolve(), outcome }}
            onDeleted={() => {}}
          />
        </TableCell>
      </TableRow>
    ))}
  </Table>
)

export const DialogStates = () => {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const form = useForm({ initial: { type: 'failed', message: 'It could not be deleted.' }, send: async () => close() })
  return (
    <p>
      <Button onClick={() => setIsOpen(true)}>Open a dialog</Button>
      {isOpen ? (
        <Dialog title="Are you sure?" confirmLabel="Yes, I am sure" cancelLabel="No, cancel" form={form} onCancel={close}>
          <p>What the question does not say. {LONG.repeat(2)}</p>
        </Dialog>
      ) : null}
    </p>
  )
}
