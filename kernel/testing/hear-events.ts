import type { Listener } from '#server/context.ts'
import type { Server } from '#server/start/server.ts'

/** Listens in place of every module that does: the payloads of these events as they come, oldest first, each with the name of its event. */
export function hearEvents(server: Server, ...events: readonly string[]): Array<Record<string, unknown>> {
  const heard: Array<Record<string, unknown>> = []
  const listeners = server.core.registry.listeners as Map<string, readonly Listener[]>
  for (const event of events)
    listeners.set(event, [{ kind: 'listener', events: [event], name: `test.${event}`, run: async (_ctx, payloads) => void heard.push(...payloads.map(p => ({ event, ...p }))) }])
  return heard
}
