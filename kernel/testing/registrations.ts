import type { ExtensionPoint, Registration } from '#server/base/extension-point.ts'
import type { Registry } from '#server/registry/registry.ts'

/** Puts others in the place of what the modules registered at an extension point; answers how to put them back. */
export function replaceRegistrations<T extends Registration>(registry: Registry, point: ExtensionPoint<T>, by: readonly T[]): () => void {
  const registrations = registry.registrations as Map<string, readonly Registration[]>
  const before = registry.of(point)
  registrations.set(point.kind, by)
  return () => void registrations.set(point.kind, before)
}
