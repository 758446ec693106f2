import type { ExtensionPoint, Registration } from '#server/base/extension-point.ts'
import type { Registry } from '#server/registry/registry.ts'

/** Replaces the modules' registrations at an extension point; returns a function that restores them. */
export function replaceRegistrations<T extends Registration>(registry: Registry, point: ExtensionPoint<T>, by: readonly T[]): () => void {
  const registrations = registry.registrations as Map<string, readonly Registration[]>
  const before = registry.of(point)
  registrations.set(point.kind, by)
  return () => void registrations.set(point.kind, before)
}
