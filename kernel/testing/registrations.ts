import type { ExtensionPoint, Registration } from '#server/base/extension-point.ts'
import type { Registry } from '#server/registry/registry.ts'

/** Replaces the modules' registrations at an extension point; returns a function that restores them. */
export function replaceRegistrations<T extends Registration>(registry: Registry, point: ExtensionPoint<T>, by: readonly T[]): () => void {
  const registrations = registry.registrations as Map<string, readonly Registration[]>
  const before = registry.of(point)
  registrations.set(point.kind, by)
  return () => void registrations.set(point.kind, before)
}
/** Registers as another module would, in place of a registration with the same id; returns a function that takes it back. */
export function addRegistration<T extends Registration>(registry: Registry, point: ExtensionPoint<T>, given: Omit<T, 'kind'>): () => void {
  const made = point.make(given)
  const id = point.id?.(made)
  return replaceRegistrations(registry, point, [...registry.of(point).filter(r => id === undefined || point.id?.(r) !== id), made])
}
