import type { Values } from '#model'
import type { getCode } from '../../model/open-calls.ts'

/** A pending registration, kept because the vendor's code may take days. */
export interface StoredRequest {
  schoolName: string
  contact: string
  contactMobile: string
  /** Existing school; without it a new one is opened. */
  tenantId?: string
  machine: Values<typeof getCode.output>
}
const KEY = 'ql-register'
export function keptAsked(): StoredRequest | undefined {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? 'null') as StoredRequest | null) ?? undefined
  } catch {
    return undefined
  }
}
export const keepAsked = (asked: StoredRequest): void => localStorage.setItem(KEY, JSON.stringify(asked))
export const forgetAsked = (): void => localStorage.removeItem(KEY)
