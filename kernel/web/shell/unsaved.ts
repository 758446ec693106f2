import { createContext, useContext, useEffect, useId } from 'react'
import { normalPath } from './match.ts'
import { titleTab } from './tabs.ts'

/** Path of the view that a component is drawn in. */
export const ViewContext = createContext<string>('')

/** Forms with unsaved input, by the path of their view. */
const dirty = new Map<string, Set<string>>()
export const isUnsaved = (path: string): boolean => (dirty.get(path)?.size ?? 0) > 0
export const hasUnsaved = (): boolean => dirty.size > 0
const warn = (event: BeforeUnloadEvent) => event.preventDefault()

function mark(path: string, form: string, isDirty: boolean): void {
  const forms = dirty.get(path) ?? new Set()
  if (isDirty) forms.add(form)
  else forms.delete(form)
  if (forms.size) dirty.set(path, forms)
  else dirty.delete(path)
  settle()
}
function settle(): void {
  if (dirty.size) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
}
/** The views are closed: what was typed in them counts no longer. */
export function forgetUnsaved(paths: readonly string[]): void {
  for (const path of paths) dirty.delete(path)
  settle()
}
/** While `isDirty`, closing the tab or the browser window asks first. */
export function useUnsaved(isDirty: boolean): void {
  const path = useContext(ViewContext)
  const form = useId()
  useEffect(() => {
    if (!isDirty) return
    mark(path, form, true)
    return () => {
      // Another tab came to the front: the form only rests. Otherwise it was saved, given up or taken away.
      if (normalPath(location.pathname) === path) mark(path, form, false)
    }
  }, [path, form, isDirty])
}
/** Gives the view's tab a name of its own: whose application it is instead of the page's word. */
export function usePageTitle(title: string): void {
  const path = useContext(ViewContext)
  useEffect(() => {
    // the view's tab is opened by an effect above this one
    const timer = setTimeout(() => titleTab(path, title))
    return () => clearTimeout(timer)
  }, [path, title])
}
