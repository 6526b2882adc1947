import type { ComponentType } from 'react'
import type { Api } from '#ui/api/client.ts'
import type { StoredUser } from '#ui/store/app-store.ts'

export interface LoadTabArgs {
  readonly call: Api
  /** Of the page: tabs keep their filters in its query. */
  readonly url: URL
}

export interface TabProps<Data> {
  readonly data: Data
  readonly user: StoredUser
}

interface TabWith<Data extends object> {
  /** In the address: `/dashboard?tab=comments`. */
  readonly id: string
  readonly label: string
  readonly Icon: ComponentType<{ readonly 'aria-hidden': 'true'; readonly size: number; readonly className: string }>
  readonly access: 'user' | 'admin'
  /** Loads the data, which travels to the browser as JSON. */
  readonly load: (args: LoadTabArgs) => Promise<Data>
  /** Title of what the tab shows, in the title of the document; defaults to the label. A method, so that a list can hold tabs of any data. */
  titleOf?(data: Data): string | undefined
  /** Receives what `load` resolved to. */
  readonly Component: ComponentType<TabProps<Data>>
}

/** A tab of the dashboard. Its module declares it, and pages/dashboard/tabs.ts lists it. */
export type DashboardTab = TabWith<object>

/** Checks that the component takes what `load` resolves to; in the list of tabs that is any object. */
export const dashboardTab = <Data extends object>(tab: TabWith<Data>): DashboardTab => tab as unknown as DashboardTab
