import type { FunctionComponent } from 'react'
import { lazily } from '#web/base/chunk.ts'

type Widget = FunctionComponent<Record<never, never>>
const FILES = import.meta.glob<{ default: Widget }>('/modules/*/web/widgets/*Widget.tsx')
const made = new Map<string, Widget>()

/** Component of a declared widget (`desk/TodoWidget`), loaded on first use. */
export function widgetNamed(component: string): Widget | undefined {
  const [module, ...rest] = component.split('/')
  const load = FILES[`/modules/${module}/web/widgets/${rest.join('/')}.tsx`]
  if (!load) return undefined
  const known = made.get(component) ?? lazily(load)
  made.set(component, known)
  return known
}
