import { extensionPoint } from '../base/extension-point.ts'
import type { Realm } from '../context.ts'
import type { Identity } from './index.ts'

/** A form for people without an account who prove a mobile number: while it is open, codes are sent to numbers that no account of its realm has, each for the price of some work. */
export interface SelfRegistration {
  kind: 'selfRegistration'
  /** `{module}.{name}` */
  code: string
  realm: Realm
  isOpen(identity: Identity, tenantId: string): Promise<boolean>
}
export const selfRegistrations = extensionPoint<SelfRegistration>('selfRegistration', { id: r => r.code })
/** Declares such a form; default export of a module's server file. */
export const selfRegistration = (form: Omit<SelfRegistration, 'kind'>): SelfRegistration => selfRegistrations.make(form)
