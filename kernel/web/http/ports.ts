import type { Port, PortCall } from '#model/ports.ts'

let calls: Readonly<Partial<Record<Port, PortCall>>> = {}
/** Sets what answers the ports in this installation; called at the start. */
export function openPorts(given: typeof calls): void {
  calls = given
}
/** Path of the call, or of the page, that a port stands for. */
export const port = (name: Port): string => calls[name]?.path ?? ''
/** Permission that the port's call requires. */
export const portPermission = (name: Port): string => calls[name]?.permission ?? ''
