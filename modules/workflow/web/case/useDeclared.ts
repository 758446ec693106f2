import { useEffect, useState } from 'react'
import { type Entity, entityNamed, hasEntity } from '#model'

const MODULES = import.meta.glob('/modules/*/module.ts')

/** The declaration of an entity of another module, fetched when first asked for: what its inputs, files and papers are drawn from. `null`: there is none. */
export function useDeclared(module: string | null, name: string): Entity | null | undefined {
  const [settled, setSettled] = useState<string>()
  const isKnown = hasEntity(name)
  useEffect(() => {
    if (!name || isKnown) return
    const load = module ? MODULES[`/modules/${module}/module.ts`] : undefined
    if (!load) return setSettled(name)
    let gone = false
    // without it the form is still read as words
    const settle = () => gone || setSettled(name)
    load().then(settle, settle)
    return () => {
      gone = true
    }
  }, [isKnown, module, name])
  if (isKnown) return entityNamed(name)
  return name && settled === name ? null : undefined
}
