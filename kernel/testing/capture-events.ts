import type { Listener } from '#server/context.ts'
import type { Server } from '#server/start/server.ts'

/** Replaces all listeners of these events and records the payloads in order, each with its event's name. */
export const captureEvents = (server: Server, ...events: readonly string[]) => record(server, events, () => [])
/** Records the payloads of these events beside their listeners. */
export const captureBeside = (server: Server, ...events: readonly string[]) => record(server, events, before => before)

function record(server: Server, events: readonly string[], kept: (before: readonly Listener[]) => readonly Listener[]): Array<Record<string, unknown>> {
  const heard: Array<Record<string, unknown>> = []
  const listeners = server.core.registry.listeners as Map<string, readonly Listener[]>
  for (const event of events) {
    const run: Listener['run'] = async (_ctx, payloads) => void heard.push(...payloads.map(p => ({ event, ...p })))
    listeners.set(event, [...kept(listeners.get(event) ?? []), { kind: 'listener', events: [event], name: `test.${event}`, run }])
  }
  return heard
}
