import { useEffect, useState } from 'react'
import { type Entity, entityNamed, hasEntity } from '#model'

const MODULES = import.meta.glob('/modules/*/module.ts')

/** Declaration of an entity of another module, loaded on demand, for inputs, files and print templates. `null`: none. */
export function useDeclared(module: string | null, name: string): Entity | null | undefined {
  const [settled, setSettled] = useState<string>()
  const isKnown = hasEntity(name)
  useEffect(() => {
    if (!name || isKnown) return
    const load = module ? MODULES[`/modules/${module}/module.ts`] : undefined
    if (!load) return setSettled(name)
    let gone = false
    // without it the form falls back to text
    const settle = () => gone || setSettled(name)
    load().then(settle, settle)
    return () => {
      gone = true
    }
  }, [isKnown, module, name])
  if (isKnown) return entityNamed(name)
  return name && settled === name ? null : undefined
}
