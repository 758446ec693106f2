import type { Listener } from '#server/context.ts'
import type { Server } from '#server/start/server.ts'

/** Replaces all listeners of these events and records the payloads in order, each with its event's name. */
export function hearEvents(server: Server, ...events: readonly string[]): Array<Record<string, unknown>> {
  const heard: Array<Record<string, unknown>> = []
  const listeners = server.core.registry.listeners as Map<string, readonly Listener[]>
  for (const event of events)
    listeners.set(event, [{ kind: 'listener', events: [event], name: `test.${event}`, run: async (_ctx, payloads) => void heard.push(...payloads.map(p => ({ event, ...p }))) }])
  return heard
}
