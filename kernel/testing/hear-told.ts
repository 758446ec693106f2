import type { Listener } from '#server/context.ts'
import type { Server } from '#server/start/server.ts'
import { TOLD, type Told } from '#server/tell.ts'

export interface Heard extends Told {
  event: string
}
/** Listens in place of whoever delivers messages: asks what people, or this one, have been told of an event by now, oldest first. */
export function hearTold(server: Server): (event: string, to?: string) => Promise<Heard[]> {
  const heard: Heard[] = []
  const listener: Listener = { kind: 'listener', events: [TOLD], name: 'test.told', run: async (_ctx, payloads) => void heard.push(...(payloads as unknown as Heard[])) }
  ;(server.core.registry.listeners as Map<string, readonly Listener[]>).set(TOLD, [listener])
  return async (event, to) => {
    await server.identity.trail.flush()
    await server.settle()
    return heard.filter(h => h.event === event && (!to || h.to.includes(to)))
  }
}
