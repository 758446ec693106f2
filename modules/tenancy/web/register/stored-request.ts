import type { Values } from '#model'
import type { getCode } from '../../model/open-calls.ts'

/** What somebody has asked for; the code may take the vendor days. */
export interface Asked {
  schoolName: string
  contact: string
  contactMobile: string
  /** The school that is here already; without it a new one is opened. */
  tenantId?: string
  machine: Values<typeof getCode.output>
}
const KEY = 'ql-register'
export function keptAsked(): Asked | undefined {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? 'null') as Asked | null) ?? undefined
  } catch {
    return undefined
  }
}
export const keepAsked = (asked: Asked): void => localStorage.setItem(KEY, JSON.stringify(asked))
export const forgetAsked = (): void => localStorage.removeItem(KEY)
