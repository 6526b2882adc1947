import type { ComponentType } from 'react'
import type { CallOutput, Endpoint, EndpointTable } from '#platform/contract/endpoint.ts'
import type { Api } from '#ui/api/client.ts'

type Responses<Reads extends EndpointTable> = { readonly [Name in keyof Reads]: CallOutput<Reads[Name]> }

interface SectionReading<Reads extends EndpointTable> {
  /** Endpoints whose responses the part shows. */
  readonly reads: Reads
  /** Whether the blog can send mail, without which the part says nothing. */
  readonly needsMail?: boolean
  readonly Component: ComponentType<Responses<Reads>>
}

/** A part of a page of the dashboard's settings. Its module declares it, and pages/dashboard/settings-tab.tsx lists it. */
export type SettingsSection = SectionReading<EndpointTable>

/** Checks that the component takes the responses of `reads`; in the list of pages those are of any type. */
export const settingsSection = <const Reads extends EndpointTable>(section: SectionReading<Reads>): SettingsSection =>
  section as unknown as SettingsSection

/** Pages of the settings, by their address: `/dashboard?tab=settings&section=blog`. */
export const SETTINGS_PAGES = ['blog', 'look', 'reading', 'comments', 'categories', 'mail', 'copies', 'version'] as const
export type SettingsPageId = (typeof SETTINGS_PAGES)[number]

export const settingsPath = (page: SettingsPageId): string => `/dashboard?tab=settings&section=${page}`

/** What a part shows. @throws if some of it cannot be loaded */
export const loadSection = async ({ reads }: SettingsSection, call: Api): Promise<Readonly<Record<string, unknown>>> => {
  const callEndpoint = call as (endpoint: Endpoint) => Promise<unknown>
  return Object.fromEntries(await Promise.all(Object.entries(reads).map(async ([name, each]) => [name, await callEndpoint(each)])))
}
