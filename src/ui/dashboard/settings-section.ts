import type { ComponentType } from 'react'
import type { CallOutput, Endpoint, EndpointTable } from '#platform/contract/endpoint.ts'
import type { Api } from '#ui/api/client.ts'

type Responses<Reads extends EndpointTable> = { readonly [Name in keyof Reads]: CallOutput<Reads[Name]> }

interface SectionReading<Reads extends EndpointTable> {
  /** In the address: `/dashboard?tab=settings&section=blog`. */
  readonly id: string
  readonly title: string
  /** What it is about, in the list of sections. */
  readonly about: string
  /** Labels of its fields and groups, and further words, by which it is found. */
  readonly labels: readonly string[]
  /** Endpoints whose responses the section shows. One that several sections read is called once. */
  readonly reads: Reads
  /** Whether the blog can send mail, without which the section says nothing. */
  readonly needsMail?: boolean
  readonly Component: ComponentType<Responses<Reads>>
}

/** A section of the dashboard's settings. Its module declares it, and pages/dashboard/settings-tab.tsx lists it. */
export type SettingsSection = SectionReading<EndpointTable>

/** Checks that the component takes the responses of `reads`; in the list of sections those are of any type. */
export const settingsSection = <const Reads extends EndpointTable>(section: SectionReading<Reads>): SettingsSection =>
  section as unknown as SettingsSection

/** Address of a section. */
export const sectionPath = (id: string): string => `/dashboard?tab=settings&section=${id}`

/** What a section shows. @throws if some of it cannot be loaded */
export const loadSection = async ({ reads }: SettingsSection, call: Api): Promise<Readonly<Record<string, unknown>>> => {
  const callEndpoint = call as (endpoint: Endpoint) => Promise<unknown>
  return Object.fromEntries(await Promise.all(Object.entries(reads).map(async ([name, each]) => [name, await callEndpoint(each)])))
}
